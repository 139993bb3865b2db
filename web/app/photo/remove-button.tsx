import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './attachments.module.css'

/** Takes a picture or a document out of a form. */
export function RemoveButton({
  name,
  onRemove,
  plain = false,
}: {
  name: string
  onRemove: () => void
  /** In a line of text, not on a picture. */
  plain?: boolean
}) {
  const t = useTranslations('photo')
  return (
    <button
      type="button"
      className={plain ? styles.plain : styles.remove}
      aria-label={`${t('remove')}: ${name}`}
      onClick={onRemove}
    >
      <X size={plain ? 18 : 14} strokeWidth={2.4} aria-hidden />
    </button>
  )
}
