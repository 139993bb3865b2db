import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { Chips } from '../../../../kit/chips.tsx'
import { Fields } from '../../../../kit/field.tsx'
import { lazyPart } from '../../../../kit/lazy-part.tsx'
import styles from '../form.module.css'
import { useStationField, useStationForm } from '../use-station-field.ts'
import { StationNumber } from './text.tsx'

const PlaneDrawing = lazyPart(
  async () => (await import('../plane-drawing.tsx')).PlaneDrawing,
  <div className={styles.planeComing} data-bone />,
)

const points = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 } as const
type Point = keyof typeof points
const names = Object.keys(points) as Point[]

/** How the modules stand, both optional: without them the clear-sky estimate assumes facing the equator. */
export function PlaneFields() {
  const t = useTranslations('editing')
  const format = useFormat()
  const { tiltDeg, azimuthDeg } = useStationForm().values
  const azimuth = useStationField('azimuthDeg')
  const told = (value: number | null): string =>
    value === null || Number.isNaN(value) ? t('notEntered') : `${format.number(value, 2)}°`
  const point = names.find((name) => points[name] === azimuthDeg)
  return (
    <>
      <PlaneDrawing
        tiltDeg={tiltDeg}
        azimuthDeg={azimuthDeg}
        label={t('planeLabel', { tilt: told(tiltDeg), azimuth: told(azimuthDeg) })}
        north={t('point.n')}
      />

      <Fields>
        <StationNumber
          name="tiltDeg"
          label={t('tiltDeg')}
          help={t('tiltHelp')}
          optional
          unit="°"
          placeholder="0 – 90"
        />
        <div>
          <StationNumber
            name="azimuthDeg"
            label={t('azimuthDeg')}
            help={t('azimuthHelp')}
            optional
            unit="°"
            placeholder="0 – 360"
          />
          <div className={styles.points}>
            <Chips
              label={t('azimuthPoints')}
              options={names.map((name) => ({ value: name, label: t(`point.${name}`) }))}
              value={(point ?? '') as Point}
              onChange={(name) => azimuth.set(points[name])}
            />
          </div>
        </div>
      </Fields>
    </>
  )
}
