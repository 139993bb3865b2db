import { CloudUpload, MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import type { QueuedAct } from '../../../app/outbox/queued-act.ts'
import { StoredPictures, type StoredFile } from '../../../app/photo/stored-files.tsx'
import { Card } from '../../../kit/card.tsx'
import { Row } from '../../../kit/row.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Order } from '../use-orders.ts'
import styles from '../order.module.css'

const CommentSheet = lazySheet(async () => (await import('./comment-sheet.tsx')).CommentSheet)

type Said = { key: string; by: string | null; at: number; text: string; images: StoredFile[]; waits: boolean }

const ofPhone = ({ id, call, files, at }: QueuedAct): Said => ({
  key: id,
  by: null,
  at,
  text: 'text' in call.body ? call.body.text : '',
  images: files.map((file) => ({ id: file.id, name: file.name ?? '', kept: file.kept })),
  waits: true,
})

/** What those concerned have said about an order, and what waits on this phone to be said. */
export function CommentsCard({ order, waiting }: { order: Order; waiting: readonly QueuedAct[] }) {
  const t = useTranslations('order')
  const format = useFormat()
  const now = useNow()
  const [open, setOpen] = useState(false)
  const all: Said[] = [
    ...order.flow.flatMap(({ note, seq, by, at, text, images }) =>
      note === 'comment' ? [{ key: `${seq}`, by: by?.name ?? null, at, text, images, waits: false }] : [],
    ),
    ...waiting.map(ofPhone),
  ]
  // An older answer that this phone has kept knows nothing of it.
  const may = order.commentable
  // Whoever opened the order with a signal says something without one.
  useEffect(() => {
    if (may) void CommentSheet.prepare()
  }, [may])
  if (!may && all.length === 0) return null
  const sheet = open && <CommentSheet order={order} onClose={() => setOpen(false)} />
  if (all.length === 0)
    return (
      <Card flush>
        <Row
          icon={<MessageSquare size={20} aria-hidden />}
          label={t('comment')}
          onPress={() => setOpen(true)}
        />
        {sheet}
      </Card>
    )
  return (
    <Card
      title={t('comments')}
      action={
        may && (
          <button type="button" className={styles.headAct} onClick={() => setOpen(true)}>
            {t('comment')}
          </button>
        )
      }
    >
      <ul className={styles.comments} aria-label={t('comments')}>
        {all.map(({ key, by, at, text, images, waits }) => (
          <li key={key}>
            <p className={styles.quiet}>
              <b>{waits ? t('me') : (by ?? t('system'))}</b>
              <span>
                {waits && <CloudUpload size={14} aria-hidden />}{' '}
                {waits ? t('queued.title') : format.age(at, now)}
              </span>
            </p>
            {text && <p className={styles.text}>{text}</p>}
            {images.length > 0 && <StoredPictures pictures={images} label={t('images')} />}
          </li>
        ))}
      </ul>
      {sheet}
    </Card>
  )
}
