import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Card } from '../../kit/card.tsx'
import { Covered } from '../../kit/covered.tsx'
import { Figure, TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { ComparedLine } from '../stations/compared-line.tsx'
import styles from './report.module.css'

export type StationReport = Answer<'GET /api/stations/{stationId}/report'>['report']
export type FleetReport = Answer<'GET /api/report'>['report']

type BroughtProps = {
  report: StationReport | FleetReport
  more?: ReactNode
  /** Whose income it is, where it is not that of all. */
  priced?: ReactNode
}

/** What it brought: energy and money before all else, and how that stands beside others. */
export function Brought({ report, more, priced = null }: BroughtProps) {
  const t = useTranslations('report')
  const format = useFormat()
  const { wh, coverage, income, clearSkyWh, equivalentHours, sharedWh } = report
  const earned = income.flatMap(({ currency, amount }) =>
    amount === null ? [] : [{ currency, text: format.income(amount, currency) }],
  )
  return (
    <Card title={report.running ? t('soFar') : t('brought')}>
      <div className={styles.brought}>
        <div>
          <Figure
            label={t('energy')}
            measure="energy"
            size="l"
            value={wh}
            note={wh !== null && <Covered share={coverage} />}
          />
          <ComparedLine compared={report.compared} />
        </div>
        {earned.length === 0 ? (
          <TextFigure label={t('income')} text={null} />
        ) : (
          earned.map(({ currency, text }, at) => (
            <div key={currency}>
              <TextFigure
                label={earned.length === 1 ? t('income') : t('incomeIn', { currency })}
                size={at === 0 ? 'l' : 'm'}
                text={text}
              />
              <ComparedLine compared={report.compared} currency={currency} beside />
            </div>
          ))
        )}
      </div>
      {priced && <p className={styles.quiet}>{priced}</p>}
      <dl className={styles.lines}>
        <Line name={t('equivalent')} value={format.text('hours', equivalentHours)} />
        {clearSkyWh !== null && (
          <Line name={t('clearSky')} value={format.text('energy', clearSkyWh)} hint={t('clearSkyText')} />
        )}
        {more}
      </dl>
      {sharedWh > 0 && (
        <p className={styles.quiet}>{t('edge', { energy: format.text('energy', sharedWh) })}</p>
      )}
    </Card>
  )
}

/** A name and its value, a line each. */
export function Line({ name, value, hint }: { name: string; value: ReactNode; hint?: string | undefined }) {
  return (
    <div>
      <dt>
        {name}
        {hint && <small>{hint}</small>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

type LostProps = {
  energy: { wh: number | null; coverage: number | null }
  /** Written, an amount in each currency. */
  worth: readonly string[]
}

/** Energy that did not come, and below it what that was worth: an amount a line, as they are never added. */
export function Lost({ energy: { wh, coverage }, worth }: LostProps) {
  const t = useTranslations('report')
  const format = useFormat()
  return (
    <>
      <Line
        name={t('lost')}
        value={
          <>
            {format.text('energy', wh)} {wh !== null && part(coverage)}
          </>
        }
      />
      {worth.length > 0 && (
        <Line
          name={t('lostWorth')}
          value={worth.map((amount) => (
            <span key={amount} className={styles.amount}>
              {amount}
            </span>
          ))}
        />
      )}
    </>
  )
}

/** Of how much of it is known, where that is not all. */
const part = (share: number | null): ReactNode =>
  share !== null && share < 1 ? <Covered share={share} /> : undefined

/** Energy was lost though nothing stood still: which of the two is wrong is asked, so it is said that neither is. */
export const ranWell = (availability: number | null, lostWh: number | null): boolean =>
  availability !== null && availability >= 0.9995 && lostWh !== null && lostWh > 0

/** Alarms and orders, and whose they were. */
export function Work({ work }: { work: StationReport['work'] }) {
  const t = useTranslations('report')
  const format = useFormat()
  const { alarms, orders, mttrHours, repaired, people } = work
  const figure = (label: string, value: number) => (
    <TextFigure size="s" label={label} text={format.number(value)} />
  )
  return (
    <Card title={t('work')}>
      <h3 className={styles.sub}>{t('alarms')}</h3>
      <Figures columns={3}>
        {figure(t('raised'), alarms.raised)}
        {figure(t('closed'), alarms.closed)}
        {figure(t('openNow'), alarms.open)}
      </Figures>
      <h3 className={styles.sub}>{t('orders')}</h3>
      <Figures columns={3}>
        {figure(t('initiated'), orders.initiated)}
        {figure(t('completed'), orders.completed)}
        {figure(t('openNow'), orders.open)}
      </Figures>
      <dl className={styles.lines}>
        {mttrHours !== null && (
          <Line
            name={t('mttr')}
            value={`${format.number(mttrHours, mttrHours < 10 ? 1 : 0)} h`}
            hint={t('mttrOf', { count: repaired })}
          />
        )}
        {people.map(({ name, completed }) => (
          <Line key={name} name={name} value={t('completedBy', { count: completed })} />
        ))}
      </dl>
    </Card>
  )
}

/** Orders that were completed: what was repaired, when and by whom. */
export function Done({
  done,
  nameOf,
}: {
  done: StationReport['done']
  nameOf: (order: StationReport['done'][number]) => string
}) {
  const t = useTranslations('report')
  const format = useFormat()
  return (
    <Card flush title={t('done')}>
      {done.length === 0 ? (
        <p className={styles.none}>{t('noneDone')}</p>
      ) : (
        <Rows>
          {done.map((order) => (
            <Row
              key={order.id}
              label={nameOf(order)}
              hint={<Dotted parts={[format.day(order.day, 'short'), order.handler]} />}
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}
