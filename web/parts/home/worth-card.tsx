import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { localeOf } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { useMissing } from '../stations/use-missing.tsx'
import { Card } from '../../kit/card.tsx'
import { Figure } from '../../kit/figure.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import type { Home } from './home-data.ts'
import styles from './worth-card.module.css'

const FactorsSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./factors-sheet.tsx'), words.need('factors')])
  return file.FactorsSheet
})

/** From here on cents are noise beside the amount. */
const wholeFrom = 10_000

/** What the energy was worth, apart for each currency, and the CO2 it avoided. */
export function WorthCard({ totals, factors }: Pick<Home, 'totals' | 'factors'>) {
  const t = useTranslations('home')
  const [open, setOpen] = useState(false)
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const names = new Intl.DisplayNames(localeOf(format.language), { type: 'currency' })
  const money = (amount: number, currency: string): string =>
    format.money(amount, currency, amount >= wholeFrom ? 0 : 2)
  return (
    <Card title={t('worth')}>
      <Figure
        label={t('co2')}
        measure="mass"
        value={totals.co2Kg}
        size="l"
        note={totals.co2Kg !== null && mark(totals.coverage.lifetime, { period: 'lifetime' })}
      />
      {totals.income.length > 0 ? (
        <div className={styles.box}>
          <table className={styles.income}>
            <thead>
              <tr>
                <th scope="col">{t('currency')}</th>
                <th scope="col">{t('incomeToday')}</th>
                <th scope="col">{t('incomeLifetime')}</th>
              </tr>
            </thead>
            <tbody>
              {totals.income.map(({ currency, today, lifetime, todayCoverage, lifetimeCoverage }) => (
                <tr key={currency}>
                  <th scope="row">{names.of(currency) ?? currency}</th>
                  <td>
                    {money(today, currency)}
                    <div>{mark(todayCoverage, { period: 'today' })}</div>
                  </td>
                  <td>
                    {money(lifetime, currency)}
                    <div>{mark(lifetimeCoverage, { period: 'lifetime' })}</div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className={styles.none}>{t('noTariff')}</p>
      )}
      <button type="button" className={styles.how} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('factors')}
        <Info size={16} aria-hidden />
      </button>
      {sheet}
      {open && <FactorsSheet factors={factors} onClose={() => setOpen(false)} />}
    </Card>
  )
}
