import { useTranslations } from 'use-intl'
import { Covered } from '../../kit/covered.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { localeOf } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'
import styles from './income-sheet.module.css'

type IncomeSheetProps = { home: Pick<Home, 'totals' | 'factors' | 'stations'>; onClose: () => void }

const periods = ['today', 'month', 'year', 'lifetime'] as const
/** Income of today, the month, the year and the life, a line a currency. */
export function IncomeSheet({ home: { totals, factors, stations }, onClose }: IncomeSheetProps) {
  const { income } = totals
  const t = useTranslations('home')
  const format = useFormat()
  const names = new Intl.DisplayNames(localeOf(format.language), { type: 'currency' })
  return (
    <Sheet open onClose={onClose} title={t('incomes', { count: income.length })}>
      <div className={styles.box}>
        <table className={styles.income}>
          <thead>
            <tr>
              <th scope="col">{t('currency')}</th>
              {periods.map((period) => (
                <th key={period} scope="col">
                  {t(period)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {income.map((one) => (
              <tr key={one.currency}>
                <th scope="row">{names.of(one.currency) ?? one.currency}</th>
                {periods.map((period) => (
                  <td key={period} data-label={t(period)}>
                    {typeof one[period] === 'number' ? format.income(one[period], one.currency) : '–'}
                    <div>
                      <Covered share={one[`${period}Coverage`]} />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {factors.unpriced > 0 && (
          <p className={styles.priced}>
            {t('priced', { known: String(stations - factors.unpriced), all: String(stations) })}
          </p>
        )}
      </div>
    </Sheet>
  )
}
