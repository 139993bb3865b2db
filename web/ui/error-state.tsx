import { CloudOff, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../data/api-error.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './message.module.css'

/** The sentence for whatever failed: the server's own, or what is known without one. */
export const useFailureText = (): ((error: unknown) => string) => {
  const t = useTranslations('failure')
  return (error) => {
    if (!(error instanceof ApiError)) return t('unexpected')
    if (error.code === 'no_connection' || error.code === 'unreadable') return t(error.code)
    const wait = error.retryAfterS ? ` ${t('wait', { seconds: error.retryAfterS })}` : ''
    return `${error.message || t('unexpected')}${wait}`
  }
}

type ErrorStateProps = { error: unknown; onRetry?: () => void; inline?: boolean }

/** What happened, the number that helps to find it, and another try. */
export function ErrorState({ error, onRetry, inline = false }: ErrorStateProps) {
  const t = useTranslations('failure')
  const ui = useTranslations('ui')
  const text = useFailureText()
  const offline = error instanceof ApiError && error.status === 0
  return (
    <div className={classes(styles.message, styles.error, inline && styles.inline)} role="alert">
      <div className={styles.icon}>
        {offline ? <CloudOff size={26} aria-hidden /> : <TriangleAlert size={26} aria-hidden />}
      </div>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.text}>{text(error)}</p>
      {error instanceof ApiError && error.requestId && error.status >= 500 && (
        <p className={styles.small}>{t('number', { id: error.requestId })}</p>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button kind="soft" onClick={onRetry}>
            {ui('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
