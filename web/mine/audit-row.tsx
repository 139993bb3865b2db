import { ScrollText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../phrases/catalogues.ts'
import { Row } from '../ui/row.tsx'

const AuditSheet = lazy(async () => {
  const [file] = await Promise.all([import('./audit-sheet.tsx'), words.need('log')])
  return { default: file.AuditSheet }
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
      <Suspense fallback={null}>{open && <AuditSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
