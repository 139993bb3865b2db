import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../kit/page.tsx'
import type { Help } from './help-sheet.tsx'
import { LazyHelp } from './lazy-help.ts'

/** In the bar of a page that somebody works on. */
export function HelpButton({ of }: { of: Help }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('help')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleQuestionMark size={22} aria-hidden />
      </IconButton>
      {open && <LazyHelp of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
