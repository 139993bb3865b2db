import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import { BalanceFlow } from './balance-flow.tsx'
import { marks, paceOf } from './flow-marks.ts'
import { Resting } from './resting.tsx'
import type { StationData, StationLive } from './station-queries.ts'
import styles from './energy-flow.module.css'

type EnergyFlowProps = { station: StationData; live: StationLive }

/** What flows, as far as it is measured: house, grid and battery where something measures them. */
export function EnergyFlow({ station, live }: EnergyFlowProps) {
  const { balance } = live
  return balance?.grid || balance?.battery ? (
    <BalanceFlow station={station} live={live} balance={balance} />
  ) : (
    <Generation station={station} live={live} />
  )
}

/** From the array through the inverters to the grid: what inverters alone say. It moves while power flows. */
function Generation({ station, live }: EnergyFlowProps) {
  return (
    <Resting still={live.powerW === 0} live={live} capacityW={station.capacityW}>
      <GenerationPicture station={station} live={live} />
    </Resting>
  )
}

function GenerationPicture({ station, live }: EnergyFlowProps) {
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
      <dl className={classes(styles.labels, styles.three)}>
        <div>
          <dt>{t('array')}</dt>
          <dd>{format.text('power', powerW === null ? null : (live.dcW ?? powerW))}</dd>
          <dd className={styles.caption}>
            {t('installed', { capacity: format.text('power', station.capacityW) })}
          </dd>
        </div>
        <div>
          <dt>{t('inverters')}</dt>
          <dd>{format.text('power', powerW)}</dd>
          <dd className={styles.caption}>
            {total === 0 ? t('noInverter') : t('online', { online: String(online), total: String(total) })}
          </dd>
        </div>
        <div>
          <dt>{t('gridConnection')}</dt>
          <dd>{powerW === null ? t('unknown') : flows ? t('feeding') : t('idle')}</dd>
          <dd className={styles.caption}>{t('notMetered')}</dd>
        </div>
      </dl>
      {live.balance?.doubt === 'several_meters' && (
        <p className={styles.quiet}>{t('doubt.several_meters')}</p>
      )}
    </div>
  )
}
