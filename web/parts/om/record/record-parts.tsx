import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { pathTo, pathToDevice } from '../../../paths.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { BarChart } from '../../../kit/chart/bar-chart.tsx'
import { Covered } from '../../../kit/covered.tsx'
import { Figure, TextFigure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { LevelPill } from '../../states/status-pill.tsx'
import styles from './record.module.css'

export type Om = Answer<'GET /api/stations/{stationId}/om'>['om']
type Part = { om: Om }

/** Available, not available and unknown hours side by side: unknown is neither. */
export function Availability({ om: { availability } }: Part) {
  const t = useTranslations('record')
  const format = useFormat()
  const { share, availableHours, unavailableHours, unknownHours } = availability
  const all = availableHours + unavailableHours + unknownHours
  const parts = [
    { key: 'available', hours: availableHours },
    { key: 'unavailable', hours: unavailableHours },
    { key: 'unknown', hours: unknownHours },
  ] as const
  return (
    <Card title={t('availability')}>
      <TextFigure size="l" text={share === null ? null : format.number(share * 100, 1, 1)} unit="%" />
      {all > 0 && (
        <>
          <div className={styles.bar} aria-hidden>
            {parts.map(({ key, hours }) =>
              hours > 0 ? <i key={key} className={styles[key]} style={{ flexGrow: hours }} /> : null,
            )}
          </div>
          <ul className={styles.legend}>
            {parts.map(({ key, hours }) => (
              <li key={key}>
                <i className={styles[key]} aria-hidden />
                {t(key)} <b>{t('hours', { hours: format.number(hours, 0) })}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {all > 0 ? <How>{t('availabilityOf')}</How> : <p className={styles.quiet}>{t('noAvailability')}</p>}
    </Card>
  )
}

/** How a figure comes about: whoever wants to know opens it, and paper has it open. */
function How({ children }: { children: ReactNode }) {
  const t = useTranslations('record')
  return (
    <details className={styles.how}>
      <summary className={styles.asks}>
        <Info size={16} aria-hidden />
        {t('how')}
      </summary>
      <p className={styles.quiet}>{children}</p>
    </details>
  )
}

/** Short times read as minutes. */
const unitOf = (value: number | null) =>
  value !== null && value > 0 && value < 0.95 ? 'minutesUnit' : 'hoursUnit'

/** How long failures last and how far they lie apart, and how long orders take; where nothing of it is known the counts say so. */
export function Repair({ om }: Part) {
  const t = useTranslations('record')
  const format = useFormat()
  const hours = (value: number | null): string | null =>
    value === null
      ? null
      : value > 0 && value < 0.95
        ? format.number(Math.max(1, value * 60), 0)
        : format.number(value, value < 10 ? 1 : 0)
  const known = (
    [
      { key: 'mttr', value: om.mttrHours, note: t('mttrOf', { count: om.repaired }) },
      { key: 'mtbf', value: om.mtbfHours, note: t('mtbfOf', { count: om.failures }) },
      { key: 'response', value: om.responseHours, note: undefined },
      { key: 'handling', value: om.handlingHours, note: undefined },
    ] as const
  ).filter(({ value }) => value !== null)
  if (known.length === 0) return null
  return (
    <Card title={t('repair')}>
      <Figures columns={2}>
        {known.map(({ key, value, note }) => (
          <TextFigure key={key} label={t(key)} text={hours(value)} unit={t(unitOf(value))} note={note} />
        ))}
      </Figures>
    </Card>
  )
}

export function Lost({ om: { lost } }: Part) {
  const t = useTranslations('record')
  const format = useFormat()
  const { wh, coverage, money, currency, unpricedHours } = lost
  return (
    <Card title={t('lost')}>
      <Figures columns={2}>
        <Figure
          label={t('lostEnergy')}
          measure="energy"
          size="l"
          value={wh}
          note={wh !== null && <Covered share={coverage} />}
        />
        {money !== null && currency !== null && (
          <TextFigure label={t('lostMoney')} size="l" text={format.money(money, currency)} />
        )}
      </Figures>
      {wh === null && <p className={styles.quiet}>{t('noLost')}</p>}
      {(wh !== null || unpricedHours > 0) && (
        <How>
          {format.sentences([
            wh !== null && t('lostOf'),
            unpricedHours > 0 && t('unpriced', { hours: Math.max(0.1, Math.round(unpricedHours * 10) / 10) }),
          ])}
        </How>
      )}
    </Card>
  )
}

/** What came, what went and what is left, of alarms and of orders. */
export function Counts({ om, stationId }: Part & { stationId: string }) {
  const t = useTranslations('record')
  const format = useFormat()
  const line = (
    name: 'raised' | 'closed' | 'open' | 'initiated' | 'completed' | 'discarded' | 'overdue',
    value: number,
  ) => <TextFigure size="s" label={t(name)} text={format.number(value)} />
  return (
    <Card flush title={t('counts')}>
      <div className={styles.counts}>
        <h3>{t('alarms')}</h3>
        <Figures columns={4}>
          {line('raised', om.alarms.raised)}
          {line('closed', om.alarms.closed)}
          {line('open', om.alarms.open)}
        </Figures>
        <h3>{t('orders')}</h3>
        <Figures columns={4}>
          {line('initiated', om.orders.initiated)}
          {line('completed', om.orders.completed)}
          {line('discarded', om.orders.discarded)}
          {line('overdue', om.orders.overdue)}
        </Figures>
        {[om.mttrHours, om.mtbfHours, om.responseHours, om.handlingHours].every((one) => one === null) && (
          <p className={styles.quiet}>{t('noRepair')}</p>
        )}
      </div>
      <div className={styles.noPrint}>
        <Rows>
          <Row label={t('toOrders')} to={pathTo('om-page', { tab: 'orders', stationId, state: 'all' })} />
        </Rows>
      </div>
    </Card>
  )
}

/** Days or months, what came beside what went. */
export function OverTime({ om }: Part) {
  const t = useTranslations('record')
  const alarms = om.overTime.some(({ raised, closed }) => raised + closed > 0)
  const orders = om.overTime.some(({ initiated, completed }) => initiated + completed > 0)
  if (!alarms && !orders)
    return (
      <Card title={t('overTime')}>
        <p className={styles.quiet}>{t('quiet')}</p>
      </Card>
    )
  return (
    <>
      {alarms && (
        <Card title={t('overTime')}>
          <BarChart
            title={t('overTime')}
            measure="count"
            height={170}
            names={[t('raised'), t('closed')]}
            bars={om.overTime.map(({ key, raised, closed }) => ({ key, value: raised, others: [closed] }))}
          />
        </Card>
      )}
      {orders && (
        <Card title={t('ordersOverTime')}>
          <BarChart
            title={t('ordersOverTime')}
            measure="count"
            height={170}
            names={[t('initiated'), t('completed')]}
            bars={om.overTime.map(({ key, initiated, completed }) => ({
              key,
              value: initiated,
              others: [completed],
            }))}
          />
        </Card>
      )}
    </>
  )
}

/** Codes that came back on a device, the most frequent first. */
export function Repeated({ om }: Part) {
  const t = useTranslations('record')
  const format = useFormat()
  return (
    <Card flush title={t('repeated')}>
      {om.repeated.length === 0 ? (
        <p className={styles.none}>{t('noRepeated')}</p>
      ) : (
        <Rows>
          {om.repeated.map((one) => (
            <Row
              key={`${one.code} ${one.device.id}`}
              to={pathToDevice(one.device.kind, one.device.id)}
              label={one.name[format.language]}
              hint={
                <Dotted
                  parts={[
                    one.device.name || one.device.sn,
                    t('times', { count: one.alarms }),
                    t('occurrences', { count: one.occurrences }),
                    t('last', { at: format.instant(one.lastAt, om.timeZone) }),
                  ]}
                />
              }
              value={<LevelPill level={one.level} />}
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}
