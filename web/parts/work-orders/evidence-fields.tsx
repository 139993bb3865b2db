import { useTranslations } from 'use-intl'
import { FILES_MAX, IMAGES_MAX } from '#domain/files/limits.ts'
import type { Attachment } from '../../app/photo/attachments.ts'
import { AttachmentsField } from '../../app/photo/attachments-field.tsx'
import { Fields } from '../../kit/field.tsx'

type Evidence = { images: Attachment[]; files: Attachment[] }
type EvidenceFieldsProps = {
  /** Where what is on its way is kept. */
  uploadKey: string
  /** What its pictures are called beside others. */
  imagesLabel?: string
  value: Evidence
  onChange: (change: Partial<Evidence>) => void
}

/** The pictures and documents of an order or a report. */
export function EvidenceFields({ uploadKey, imagesLabel, value, onChange }: EvidenceFieldsProps) {
  const { images, files } = value
  const t = useTranslations('order')
  return (
    <Fields>
      <AttachmentsField
        label={imagesLabel ?? t('images')}
        help={t('imagesHelp')}
        purpose="order_image"
        max={IMAGES_MAX}
        uploadKey={uploadKey}
        value={images}
        onChange={(chosen) => onChange({ images: chosen })}
      />
      <AttachmentsField
        label={t('files')}
        help={t('filesHelp')}
        purpose="order_file"
        max={FILES_MAX}
        uploadKey={uploadKey}
        value={files}
        onChange={(chosen) => onChange({ files: chosen })}
      />
    </Fields>
  )
}
