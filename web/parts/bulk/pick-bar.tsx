import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { Button } from '../../kit/button.tsx'
import { IconButton } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './bulk.module.css'

type PickBarProps = {
  /** How many the act would be done to. */
  count: number
  /** The same in words, where rows do not say it. */
  told?: string
  /** Chooses all that match the filters. */
  onAll: () => Promise<void>
  onEnd: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** How many rows are chosen, and what is done with them; at the foot of their list. */
export function PickBar({ count, told, onAll, onEnd, children }: PickBarProps) {
  const t = useTranslations('bulk')
  const failureText = useFailureText()
  const [reads, setReads] = useState(false)
  const all = async (): Promise<void> => {
    setReads(true)
    try {
      await onAll()
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setReads(false)
    }
  }
  return (
    <section className={styles.bar} data-foot aria-label={t('bar')}>
      <div className={styles.line}>
        <div className={styles.chosen}>
          <output>{told ?? t('count', { count })}</output>
          {count >= EACH_MOST && <p className={styles.note}>{t('most', { count: String(EACH_MOST) })}</p>}
        </div>
        <span className={styles.end}>
          <IconButton label={t('end')} onClick={onEnd}>
            <X size={20} aria-hidden />
          </IconButton>
        </span>
        <div className={styles.acts}>
          <Button kind="quiet" busy={reads} onClick={() => void all()}>
            {t('all')}
          </Button>
          {count > 0 && children}
        </div>
      </div>
    </section>
  )
}
