import { CloudUpload } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Person } from '../../app/session/user-info.ts'
import { useQueue } from '../../app/outbox/queue.ts'
import { syncCentre } from '../../app/outbox/sync-centre.ts'
import { Row } from '../../kit/row.tsx'
import { Tag } from '../states/status-pill.tsx'

/** What waits on this phone for a network. */
export function SyncRow({ person }: { person: Person }) {
  const t = useTranslations('sync')
  const { acts } = useQueue(person.id)
  return (
    <Row
      icon={<CloudUpload size={20} aria-hidden />}
      label={t('title')}
      hint={t('hint')}
      {...(acts.length > 0 && { value: <Tag>{String(acts.length)}</Tag> })}
      onPress={syncCentre.open}
    />
  )
}

/** Before somebody signs out: how much of theirs has not been sent. */
export function StaysText({ person, text }: { person: Person; text: string }) {
  const t = useTranslations('sync')
  const { acts } = useQueue(person.id)
  return acts.length > 0 ? `${text} ${t('stays', { count: acts.length })}` : text
}
