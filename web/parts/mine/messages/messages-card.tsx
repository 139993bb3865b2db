import { Bell, BellRing, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../../../app/session/allowed.tsx'
import { useUnread } from '../../../app/session/use-unread.ts'
import { Card } from '../../../kit/card.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { Row, Rows } from '../../../kit/row.tsx'

const InboxSheet = lazySheet(async () => (await import('./inbox-sheet.tsx')).InboxSheet)
const ChoicesSheet = lazySheet(async () => (await import('./choices-sheet.tsx')).ChoicesSheet)
const WebhooksSheet = lazySheet(async () => (await import('./webhooks-sheet.tsx')).WebhooksSheet)

/** What this person was told (open at once with `inbox`), what they want to be told of, and which other systems are told. */
export function MessagesCard({ inbox }: { inbox: boolean }) {
  const t = useTranslations('messages')
  // Whoever opens what the phone said about many of them comes to all of them.
  const [open, setOpen] = useState<'inbox' | 'choices' | 'hooks' | null>(inbox ? 'inbox' : null)
  const unread = useUnread()
  const close = (): void => setOpen(null)
  return (
    <>
      <Card flush title={t('title')}>
        <Rows>
          <Row
            icon={<Bell size={20} aria-hidden />}
            label={t('inbox')}
            goesTo={t('title')}
            {...(unread > 0 && { hint: t('unreadCount', { count: unread }) })}
            onPress={() => setOpen('inbox')}
          />
          <Row
            icon={<BellRing size={20} aria-hidden />}
            label={t('choices.title')}
            onPress={() => setOpen('choices')}
          />
          <Allowed permission="system:webhook:edit">
            <Row
              icon={<Webhook size={20} aria-hidden />}
              label={t('hooks.title')}
              onPress={() => setOpen('hooks')}
            />
          </Allowed>
        </Rows>
      </Card>
      {open === 'inbox' && <InboxSheet onClose={close} />}
      {open === 'choices' && <ChoicesSheet onClose={close} />}
      {open === 'hooks' && <WebhooksSheet onClose={close} />}
    </>
  )
}
