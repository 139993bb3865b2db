import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Row } from '../../kit/row.tsx'
import type { RulesOf } from './rules-of.ts'

const RulesSheet = lazySheet(async () => (await import('./rules-sheet.tsx')).RulesSheet)

/** Opens the rules in a sheet, at the one that a code belongs to. */
export function RulesRow({ label, of, code }: { label?: string; of: RulesOf; code?: string }) {
  const t = useTranslations('alarms')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<SlidersHorizontal size={20} aria-hidden />}
        label={label ?? t('rules')}
        hint={t('rulesHint')}
        onPress={() => setOpen(true)}
      />
      {open && <RulesSheet of={of} code={code} onClose={() => setOpen(false)} />}
    </>
  )
}
