import { Coins } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Row } from '../../kit/row.tsx'

const FactorsPart = lazySheet(async () => {
  const [file] = await Promise.all([import('./factors-part.tsx'), words.need('factors')])
  return file.FactorsPart
})

/** What income and CO2 are worked out with, and where that is changed. */
export function FactorsRow() {
  const t = useTranslations('mine')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<Coins size={20} aria-hidden />}
        label={t('factors')}
        hint={t('factorsHint')}
        onPress={() => setOpen(true)}
      />
      {open && <FactorsPart onClose={() => setOpen(false)} />}
    </>
  )
}
