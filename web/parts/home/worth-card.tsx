import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { Card } from '../../kit/card.tsx'
import { Figure } from '../../kit/figure.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import type { Home } from './home-data.ts'
import styles from './worth-card.module.css'

const FactorsSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./factors-sheet.tsx'), words.need('factors')])
  return file.FactorsSheet
})

/** The CO2 that the energy avoided, and what that and income are worked out with. */
export function WorthCard({ totals, factors }: Pick<Home, 'totals' | 'factors'>) {
  const t = useTranslations('home')
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('worth')}>
      <Figure label={t('co2')} measure="mass" value={totals.co2Kg} size="l" />
      {totals.income.length === 0 && <p className={styles.none}>{t('noTariff')}</p>}
      <button type="button" className={styles.how} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('factors')}
        <Info size={16} aria-hidden />
      </button>
      {open && <FactorsSheet factors={factors} onClose={() => setOpen(false)} />}
    </Card>
  )
}
