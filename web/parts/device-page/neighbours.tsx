import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { dataQuery, queryClient, useData } from '../../app/data/query.ts'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { IconButton } from '../../kit/page.tsx'
import { swipes } from '../../kit/swipes.ts'
import { nameOf } from '../devices/device-facts.ts'
import styles from './device-page.module.css'

type Beside = Answer<'GET /api/devices/{deviceId}/neighbours'>
type One = NonNullable<Beside['before']>

/** The devices before and after, where the device is one of several. */
export const useNeighbours = (deviceId: string | undefined) =>
  useData(
    'GET /api/devices/{deviceId}/neighbours',
    { params: { deviceId: deviceId ?? '' } },
    { enabled: deviceId !== undefined },
  ).data

/** Asked for ahead, so that the page of the other one stands at once. */
const fetchAhead = (one: One): void =>
  void queryClient.prefetchQuery(dataQuery('GET /api/devices/{deviceId}', { params: { deviceId: one.id } }))

type NeighboursProps = {
  beside: Beside | undefined
  /** The same view of another device. */
  toOther: (deviceId: string) => AppPath
}

/** Arrows to the device before and after, and which of how many this one is. */
export function Neighbours({ beside, toOther }: NeighboursProps) {
  const t = useTranslations('device.beside')
  if (!beside || beside.at === null || beside.all < 2) return null
  const arrow = (one: One | null, label: string, icon: ReactNode) => (
    <IconButton
      label={one ? `${label}: ${nameOf(one)}` : label}
      disabled={one === null}
      onPointerEnter={() => one && fetchAhead(one)}
      onPointerDown={() => one && fetchAhead(one)}
      onFocus={() => one && fetchAhead(one)}
      onClick={() => one && navigate.replace(toOther(one.id))}
    >
      {icon}
    </IconButton>
  )
  const told = { at: String(beside.at), all: String(beside.all) }
  return (
    <div className={styles.beside}>
      {arrow(beside.before, t('before'), <ChevronLeft size={20} aria-hidden />)}
      <span className={styles.place}>
        <span aria-hidden>{`${told.at}/${told.all}`}</span>
        <span className="sr-only">{t('place', told)}</span>
      </span>
      {arrow(beside.after, t('after'), <ChevronRight size={20} aria-hidden />)}
    </div>
  )
}

/** Around what is swiped over to go to the device before or after. */
export function SwipeToNeighbours({ beside, toOther, children }: NeighboursProps & { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const go = useRef<(by: 1 | -1) => void>(() => undefined)
  useEffect(() => {
    go.current = (by) => {
      const one = by === 1 ? beside?.after : beside?.before
      if (one) navigate.replace(toOther(one.id))
    }
  })
  useEffect(() => (box.current ? swipes(box.current, (by) => go.current(by)) : undefined), [])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
