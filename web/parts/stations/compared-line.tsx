import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { lastDayOf } from '../../kit/chart/period.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './compared-line.module.css'

type Compared = Answer<'GET /api/stations/{stationId}/comparison'>['compared']

type ComparedLineProps = {
  compared: Compared
  /** What it was worth in this currency stands beside what it was worth then, in place of the energy. */
  currency?: string | undefined
  /** The energy's own stands beside it and has said already where nothing can be compared. */
  beside?: boolean
}

/** What stands beside what: energy, or income in a currency. Null: nothing is known of that currency on either side. */
const sidesOf = ({ change, other, income }: Compared[number], currency: string | undefined) => {
  if (currency === undefined) return { change, past: other.wh }
  const money = income.find((one) => one.currency === currency)
  return money ? { change: money.change, past: money.other } : null
}

/** The difference to the period before and the year before, one line each; unknown where a side is not whole. */
export function ComparedLine({ compared, currency, beside = false }: ComparedLineProps) {
  const t = useTranslations('compared')
  const format = useFormat()
  return (
    <ul className={styles.lines}>
      {compared.map((one) => {
        const { what, own } = one
        const sides = sidesOf(one, currency)
        if (sides === null || (beside && one.change === null)) return null
        const { change, past } = sides
        // Days that run along with those of the present period, or all of it.
        const runs = own.toDay !== lastDayOf(own.of)
        const before = what === 'year' || own.of.length === 4 ? 'year' : 'month'
        const when = t(`${runs ? 'sameDays' : 'whole'}.${before}`)
        if (change === null)
          return (
            <li key={what} className={styles.unknown}>
              {t(past === null ? (currency === undefined ? 'noData' : 'noPrice') : 'notWhole', { when })}
            </li>
          )
        const size = `${format.number(Math.abs(change) * 100, Math.abs(change) < 0.095 ? 1 : 0)}%`
        return (
          <li key={what}>
            <b>
              <span aria-hidden>{change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}</span>
              <span className="sr-only">{t(change < 0 ? 'less' : 'more')} </span>
              {size}
            </b>{' '}
            {when}
          </li>
        )
      })}
    </ul>
  )
}
