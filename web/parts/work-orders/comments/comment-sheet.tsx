import { useState } from 'react'
import { IMAGES_MAX } from '#domain/files/limits.ts'
import { COMMENT_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { DraftSheet, type SheetDraft } from '../../../app/acts/draft-sheet.tsx'
import { orderNameNow } from '../order-name-now.ts'
import { perform } from '../../../app/outbox/perform.ts'
import { forgetFiles, lostFiles, ownFiles, type Attachment } from '../../../app/photo/attachments.ts'
import { AttachmentsField } from '../../../app/photo/attachments-field.tsx'
import { FormFailure } from '../../../app/session/brand.tsx'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Form } from '../../../kit/form.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useOrderAct } from '../use-order-act.ts'
import { commentSubject, type Order } from '../use-orders.ts'
import styles from '../order.module.css'

type CommentDraft = { v: 1; text: string; images: Attachment[] }
type CommentSheetProps = { order: Order; onClose: () => void }

/** Says something about an order, with pictures. What is typed stays on the phone until it is sent. */
export function CommentSheet({ order, onClose }: CommentSheetProps) {
  const t = useTranslations('order')
  return (
    <DraftSheet<CommentDraft> of={`comment ${order.id}`} title={t('comment')} onClose={onClose}>
      {(draft) => <CommentForm order={order} onClose={onClose} kept={draft} />}
    </DraftSheet>
  )
}

function CommentForm({
  order,
  onClose,
  kept: { key: uploadKey, found, keep, drop },
}: CommentSheetProps & { kept: SheetDraft<CommentDraft> }) {
  const t = useTranslations('order')
  const photo = useTranslations('photo')
  const form = useOrderAct()
  const [draft, setDraft] = useState<CommentDraft>(found ?? { v: 1, text: '', images: [] })
  const [tried, setTried] = useState(false)
  const change = (next: Partial<CommentDraft>): void => {
    setDraft((before) => {
      const whole = { ...before, ...next }
      keep(whole)
      return whole
    })
  }
  const text = draft.text.trim()
  const empty = text === '' && draft.images.length === 0
  const send = async (): Promise<void> => {
    setTried(true)
    if (empty) return
    const sent = await form.run(async (keyFor) => {
      const pictures = await ownFiles(uploadKey, draft.images, 'order_image')
      if (!pictures) {
        const names = lostFiles(uploadKey, draft.images)
        form.blame(
          {},
          names.length > 0 ? t('filesMissing', { names: names.join(photo('comma')) }) : t('filesFailed'),
        )
        return null
      }
      const body = { text, images: pictures.map(({ id }) => id) }
      return perform(await keyFor(body), {
        call: {
          route: 'POST /api/orders/{orderId}/comments',
          params: { orderId: order.id },
          body,
          ifMatch: null,
        },
        subject: commentSubject(order.id),
        title: text || orderNameNow(order),
        files: pictures,
        restore: { key: uploadKey, draft, search: null },
      })
    })
    if (!sent) return
    await drop()
    if (sent.sent) await forgetFiles(uploadKey, draft.images)
    else toast(t('queued.toast'))
    onClose()
  }
  return (
    <Form onSend={send} className={styles.sheet}>
      <Fields>
        <AreaField
          label={t('commentText')}
          help={t('commentHelp')}
          error={tried && empty ? t('required') : undefined}
          value={draft.text}
          maxLength={COMMENT_MAX}
          onChange={(event) => change({ text: event.target.value })}
        />
        <AttachmentsField
          label={t('images')}
          purpose="order_image"
          max={IMAGES_MAX}
          uploadKey={uploadKey}
          value={draft.images}
          onChange={(images) => change({ images })}
        />
      </Fields>
      <FormFailure text={form.failed} />
      <Button type="submit" wide busy={form.busy}>
        {t('commentSend')}
      </Button>
    </Form>
  )
}
