import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../phrases/catalogues.ts'
import { Card } from '../ui/card.tsx'
import { lateSheet } from '../ui/late-sheet.tsx'
import { IconButton } from '../ui/page.tsx'
import { Row, Rows } from '../ui/row.tsx'
import type { Help } from './help-sheet.tsx'

const HelpSheet = lateSheet(async () => {
  const [file] = await Promise.all([import('./help-sheet.tsx'), words.need('service')])
  return file.HelpSheet
})

/** In the bar of a page that somebody works on: the short text about its task, over the page, which stays as it is. */
export function HelpButton({ of }: { of: Help }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('help')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleQuestionMark size={22} aria-hidden />
      </IconButton>
      {open && <HelpSheet of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same at the end of a page whose bar holds a long name. */
export function HelpCard({ of }: { of: Help }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<CircleQuestionMark size={20} aria-hidden />}
          label={t('help')}
          onPress={() => setOpen(true)}
        />
      </Rows>
      {open && <HelpSheet of={of} onClose={() => setOpen(false)} />}
    </Card>
  )
}
