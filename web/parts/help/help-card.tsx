import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { Help } from './help-sheet.tsx'
import { LazyHelp } from './lazy-help.ts'

/** At the end of a page whose bar holds a long name. */
export function HelpCard({ of }: { of: Help }) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <div data-last>
      <Card flush>
        <Rows>
          <Row
            icon={<CircleQuestionMark size={20} aria-hidden />}
            label={t('help')}
            onPress={() => setOpen(true)}
          />
        </Rows>
        {open && <LazyHelp of={of} onClose={() => setOpen(false)} />}
      </Card>
    </div>
  )
}
