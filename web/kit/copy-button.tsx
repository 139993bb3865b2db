import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'
import { toast } from './toast.tsx'

const saidMs = 2000

/**
 * Shows a serial, code or credential and copies it; with nothing shown it belongs to words beside it. `what` names it: "SN". That it is done is said where it was pressed,
 * and over nothing that is read.
 */
export function CopyButton({ text, what, shown = text }: { text: string; what: string; shown?: string }) {
  const t = useTranslations('ui')
  const [done, setDone] = useState(0)
  useEffect(() => {
    if (done === 0) return
    const timer = window.setTimeout(() => setDone(0), saidMs)
    return () => window.clearTimeout(timer)
  }, [done])
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setDone((times) => times + 1)
    else toast(t('copyFailed'), 'failed')
  }
  const Icon = done > 0 ? Check : Copy
  return (
    <span className={styles.whole}>
      <button
        type="button"
        className={styles.copy}
        aria-label={shown === '' ? t('copy', { what }) : `${shown} – ${t('copy', { what })}`}
        onClick={() => void copy()}
      >
        {shown !== '' && <span>{shown}</span>}
        <Icon size={16} aria-hidden />
      </button>
      <output className={styles.said}>{done > 0 && t('copied')}</output>
    </span>
  )
}
