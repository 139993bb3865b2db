import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Row } from '../../kit/row.tsx'

const AuditSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./audit-sheet.tsx'), words.need('log', 'control')])
  return file.AuditSheet
})

export function AuditRow() {
  const t = useTranslations('mine')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<ScrollText size={20} aria-hidden />}
        label={t('audit')}
        hint={t('auditHint')}
        onPress={() => setOpen(true)}
      />
      {open && <AuditSheet onClose={() => setOpen(false)} />}
    </>
  )
}
