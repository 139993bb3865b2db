import { useTranslations } from 'use-intl'
import { sourceText } from '#domain/stations/factors.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { navigate } from '../../kit/navigation/navigate.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { Home } from './home-data.ts'
import styles from './factors-sheet.module.css'

/** Prices of energy have up to four. */
const decimals = (amount: number): number => Math.min(4, String(amount).split('.')[1]?.length ?? 0)

type FactorsSheetProps = { factors: Home['factors']; onClose: () => void }

/** The formulas behind income and CO2, the factors in use with their sources, and where they are changed. */
export function FactorsSheet({ factors, onClose }: FactorsSheetProps) {
  const t = useTranslations('factors')
  const format = useFormat()
  const source = (text: string): string => sourceText(text.trim(), format.language) || t('noSource')
  const stations = (count: number): string => t('stations', { count })
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.body}>
        <section>
          <h3>{t('incomeTitle')}</h3>
          <p className={styles.formula}>{t('incomeFormula')}</p>
          <p>{t('incomeText')}</p>
          <div className={styles.rows}>
            <Rows>
              {factors.tariffs.map((one) => (
                <Row
                  key={`${one.perKwh} ${one.currency} ${one.source}`}
                  label={t('perKwh', {
                    amount: format.money(one.perKwh, one.currency, Math.max(2, decimals(one.perKwh))),
                  })}
                  hint={source(one.source)}
                  value={stations(one.stations)}
                />
              ))}
            </Rows>
          </div>
          {factors.unpriced > 0 && <p>{t('unpriced', { count: factors.unpriced })}</p>}
        </section>
        <section>
          <h3>{t('carbonTitle')}</h3>
          <p className={styles.formula}>{t('carbonFormula')}</p>
          <p>{t('carbonText')}</p>
          <div className={styles.rows}>
            <Rows>
              {factors.carbon.map((one) => (
                <Row
                  key={`${one.kgPerKwh} ${one.source}`}
                  label={t('carbonPerKwh', { amount: format.number(one.kgPerKwh, 4) })}
                  hint={source(one.source)}
                  value={stations(one.stations)}
                />
              ))}
            </Rows>
          </div>
        </section>
        <p>{t('change')}</p>
        <Button kind="soft" wide onClick={() => navigate.push(pathTo('station-list'))}>
          {t('toList')}
        </Button>
      </div>
    </Sheet>
  )
}
