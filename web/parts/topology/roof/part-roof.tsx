import { useMemo, type CSSProperties } from 'react'
import type { HeatCell } from '#domain/telemetry/heat.ts'
import { pathTo } from '../../../paths.ts'
import { classes } from '../../../kit/classes.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { lookOf, perModule, scaleOf } from '../layout/scale.ts'
import type { Painting } from '../layout/paint.ts'
import { gridOf } from './grid.ts'
import { RoofFrame } from './roof-frame.tsx'
import { RoofPicture } from './roof-picture.tsx'
import { verdictOf, type RoofCell } from './verdict.ts'
import styles from './roof.module.css'

/** A string or an inverter. `sizeW`: what it is divided by; null = not known. */
export type Part = { id: string; name: string; cell: HeatCell; sizeW: number | null }

/** So many have room as bars with their names. */
const BARS_MOST = 5
/** So few have room for a bar below each name. */
const THICK_MOST = 3
/** Share of the size that is light enough for a comparison. */
const LEAST = 0.05
/** The same where no size is known, W. */
const LEAST_W = 100
/** Width over height of the picture on a phone. */
const SHAPE = 2
const none: ReadonlySet<string> = new Set()

type PartRoofProps = {
  stationId: string
  unit: 'string' | 'inverter'
  parts: readonly Part[]
  dark: boolean
  /** It is night, and the cells are energies of this day, Wh; null = powers of now. */
  day?: 'today' | 'yesterday' | null
}

/** Strings or inverters: a few as bars with their names, many as cells, brighter or darker by what they give of their size. */
export function PartRoof({ stationId, unit, parts, dark, day = null }: PartRoofProps) {
  const format = useFormat()
  const metric = day === null ? 'power' : 'energy'
  const sized = parts.every(({ sizeW }) => sizeW !== null && sizeW > 0)
  const { verdict, looks, units, plan } = useMemo(() => {
    const cells = parts.map(({ id, cell, sizeW }): RoofCell => ({
      id,
      group: '',
      cell,
      share: sized ? (sizeW ?? 1) : 1,
    }))
    const found = verdictOf(cells, unit, { least: sized ? LEAST : LEAST_W, dark })
    const values = cells.flatMap(({ cell, share }) => perModule(cell, share) ?? [])
    const scale = sized ? { least: 0, most: Math.max(1, ...values) } : scaleOf(values, metric)
    return {
      verdict: found,
      units: cells,
      looks: cells.map(({ cell, share }) => lookOf(cell, share, scale)),
      plan: gridOf(
        parts.map(({ id }) => id),
        SHAPE,
      ),
    }
  }, [parts, unit, sized, dark, metric])
  const painting = useMemo<Painting>(
    () => ({
      cells: plan.cells,
      blocks: [],
      looks,
      marks: looks.map(() => null),
      labels: parts.map(({ cell }) =>
        cell.state === 'value' && cell.value !== null ? format.text(metric, cell.value) : '',
      ),
      chosen: 'id' in verdict ? verdict.id : null,
      marked: none,
    }),
    [plan, looks, parts, metric, format, verdict],
  )
  const weak = 'id' in verdict ? verdict.id : undefined
  const top = Math.max(sized ? 1 : 0, ...units.flatMap(({ cell, share }) => perModule(cell, share) ?? []))
  return (
    <RoofFrame
      stationId={stationId}
      unit={unit}
      count={parts.length}
      verdict={verdict}
      day={day}
      looks={looks}
      to={
        unit === 'inverter'
          ? pathTo('device-topology', { stationId, deviceId: weak, view: 'tree' })
          : pathTo('group-device-list', { stationId, stringId: weak })
      }
      scale={null}
    >
      {parts.length > BARS_MOST ? (
        <RoofPicture plan={plan} painting={painting} />
      ) : (
        <span className={classes(styles.bars, parts.length <= THICK_MOST && styles.thick)}>
          {parts.map(({ id, name, cell }, no) => {
            const value = perModule(units[no]?.cell, units[no]?.share)
            return (
              <span
                key={id}
                className={classes(styles.bar, id === weak && styles.weak, value === null && styles.unknown)}
              >
                <span className={styles.barName}>{name}</span>
                <span className={styles.track} aria-hidden>
                  {value !== null && top > 0 && (
                    <i style={{ '--share': `${Math.min(100, (100 * value) / top)}%` } as CSSProperties} />
                  )}
                </span>
                <span className={styles.barValue}>
                  {cell.value === null || value === null ? '–' : format.text(metric, cell.value)}
                </span>
              </span>
            )
          })}
        </span>
      )}
    </RoofFrame>
  )
}
