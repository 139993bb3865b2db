import { useState } from 'react'
import type { StationType } from '#domain/stations/station-kinds.ts'
import styles from './station-picture.module.css'

/** Panels as one slanted field of cells: the left edge, the upper edge, how wide and high, how far it leans. */
function Panels({ x, y, w, h, lean }: { x: number; y: number; w: number; h: number; lean: number }) {
  const at = (along: number, down: number): string => `${x + along * w - down * lean} ${y + down * h}`
  return (
    <>
      <path className={styles.panel} d={`M${at(0, 0)} L${at(1, 0)} L${at(1, 1)} L${at(0, 1)}Z`} />
      <path
        className={styles.cell}
        d={`M${at(0, 0.5)} L${at(1, 0.5)} M${at(1 / 3, 0)} L${at(1 / 3, 1)} M${at(2 / 3, 0)} L${at(2 / 3, 1)}`}
      />
    </>
  )
}

const pictures: Record<StationType, React.ReactNode> = {
  residential: (
    <>
      <path className={styles.wall} d="M13 30h30v15H13z" />
      <path className={styles.roof} d="M8 31 20 15h28l-12 16z" />
      <Panels x={23} y={18} w={19} h={10} lean={7} />
      <path className={styles.detail} d="M19 36h6v9h-6z" />
    </>
  ),
  commercial: (
    <>
      <path className={styles.wall} d="M9 27h38v18H9z" />
      <path className={styles.roof} d="M7 24h42v4H7z" />
      <Panels x={15} y={14} w={28} h={9} lean={4} />
      <path className={styles.detail} d="M14 33h7v5h-7zM24 33h7v5h-7zM34 33h7v12h-7z" />
    </>
  ),
  industrial: (
    <>
      <path className={styles.wall} d="M7 27l10-7v7l10-7v7l10-7v7h5v18H7z" />
      <path className={styles.roof} d="M42 12h6v33h-6z" />
      <Panels x={12} y={31} w={24} h={9} lean={3} />
    </>
  ),
  ground_mounted: (
    <>
      <path className={styles.ground} d="M4 42q24-7 48 0v6H4z" />
      <path className={styles.post} d="M16 31v10M36 31v10" />
      <Panels x={13} y={16} w={36} h={17} lean={7} />
    </>
  ),
  agricultural: (
    <>
      <path className={styles.post} d="M14 24v20M42 24v20" />
      <Panels x={11} y={13} w={38} h={11} lean={5} />
      <path className={styles.ground} d="M4 44h48v4H4z" />
      <path
        className={styles.plant}
        d="M21 44v-8m0 4q-5 0-5-5 5 0 5 5m0-2q5 0 5-5-5 0-5 5M34 44v-6m0 3q-4 0-4-4 4 0 4 4m0-1q4 0 4-4-4 0-4 4"
      />
    </>
  ),
  floating: (
    <>
      <Panels x={12} y={15} w={38} h={16} lean={6} />
      <path className={styles.roof} d="M6 33h42v3H6z" />
      <path className={styles.water} d="M4 41q6-4 12 0t12 0 12 0 12 0M4 47q6-4 12 0t12 0 12 0 12 0" />
    </>
  ),
}

type StationPictureProps = { type: StationType; imageFileId?: string | null }

/** Its photograph; where there is none, what kind of place it is. Decoration; the type is told in words beside. */
export function StationPicture({ type, imageFileId = null }: StationPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageFileId !== null && broken !== imageFileId)
    return (
      <img
        className={styles.photograph}
        src={`/api/files/${imageFileId}?size=thumb`}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(imageFileId)}
      />
    )
  return (
    <svg className={styles.picture} viewBox="0 0 56 56" aria-hidden>
      {pictures[type]}
    </svg>
  )
}
