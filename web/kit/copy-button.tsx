import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './copy-button.module.css'
import { toast } from './toast.tsx'

/** Clipboard access needs HTTPS; on plain http the old way still works from a press. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    // Inside an open dialog everything beside it is inert.
    const within = document.activeElement?.closest('dialog') ?? document.body
    within.append(area)
    area.select()
    try {
      return document.execCommand('copy')
    } catch {
      return false
    } finally {
      area.remove()
    }
  }
}

/** Shows a serial, code or credential and copies it. `what` names it: "SN". */
export function CopyButton({ text, what, shown = text }: { text: string; what: string; shown?: string }) {
  const t = useTranslations('ui')
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={`${shown} – ${t('copy', { what })}`}
      onClick={() => {
        void copyText(text).then((done) =>
          toast(done ? t('copied') : t('copyFailed'), done ? 'done' : 'failed'),
        )
      }}
    >
      <span>{shown}</span>
      <Copy size={16} aria-hidden />
    </button>
  )
}
