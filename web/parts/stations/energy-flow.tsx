import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import { capacityText } from './capacity-text.ts'
import type { StationData, StationLive } from './station-queries.ts'
import styles from './energy-flow.module.css'

/** Seconds that a dash takes to the next one: calm at dawn, livelier at full power. */
const paceOf = (share: number): string => `${(2.2 - 1.3 * Math.min(1, Math.max(0, share))).toFixed(2)}s`

const marks = {
  array: 'M-14 9-9-9H14L9 9ZM-11.500 0h23M-6.500-9l-4 18M6.500-9l-4 18M0-9l-3 18',
  inverter: 'M-12-13h24v26h-24ZM-7-3q3.500-7 7 0t7 0M-7 7h4M1 7h6',
  grid: 'M-6 14 0-14 6 14M-11-6h22M-9 1H9M-3.500 3 5 9M3.500 3-5 9',
} as const

/** From the array through the inverters to the grid: what is measured, nothing else. It moves while power flows. */
export function EnergyFlow({ station, live }: { station: StationData; live: StationLive }) {
  const t = useTranslations('station.flow')
  const format = useFormat()
  const { powerW, condition, devices } = live
  // What flows is power, whatever else is wrong; the word of the station stands at its inverters.
  const way = statusTone('producing')
  const at = statusTone(condition === 'fault' || condition === 'curtailed' ? condition : 'producing')
  const flows = powerW !== null && powerW > 0
  const { total, online } = devices.inverter
  const line = classes(styles.line, powerW === null && styles.absent)
  return (
    <div className={classes(styles.flow, way)}>
      <svg
        className={styles.picture}
        viewBox="0 0 300 60"
        role="img"
        aria-label={t('picture', { power: format.text('power', powerW) })}
        style={{ '--pace': paceOf(flows ? powerW / station.capacityW : 0) } as CSSProperties}
      >
        {[80, 180].map((x) => (
          <g key={x}>
            <path className={line} d={`M${x} 30h40`} />
            {flows && <path className={styles.power} d={`M${x} 30h40`} />}
            {flows && <path className={styles.arrow} d={`M${x + 17} 24l6 6-6 6`} />}
          </g>
        ))}
        {(['array', 'inverter', 'grid'] as const).map((mark, no) => (
          <g
            key={mark}
            className={mark === 'inverter' ? at : way}
            transform={`translate(${50 + no * 100} 30)`}
          >
            <circle className={classes(styles.node, flows && styles.live)} r="28" />
            <path className={styles.mark} d={marks[mark]} />
          </g>
        ))}
      </svg>
      <dl className={styles.labels}>
        <div>
          <dt>{t('array')}</dt>
          <dd>{capacityText(format, station)}</dd>
        </div>
        <div>
          <dt>{t('inverters')}</dt>
          <dd>
            {total === 0 ? t('noInverter') : t('online', { online: String(online), total: String(total) })}
          </dd>
        </div>
        <div>
          <dt>{t('grid')}</dt>
          <dd>{powerW === null ? t('unknown') : flows ? t('feeding') : t('idle')}</dd>
        </div>
      </dl>
    </div>
  )
}
