import { CloudOff, Lock, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Why } from '../session/rights/lazy-why.tsx'
import { ApiError } from '../data/api-error.ts'
import { pathTo } from '../../paths.ts'
import { choiceNow } from '../shell/choices.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Clauses } from '../../kit/clauses.tsx'
import { classes } from '../../kit/classes.ts'
import styles from '../../kit/message.module.css'

/** A part of the app that did not come: each browser has its own words for it, and style sheets have others. */
const unreached = (error: unknown): boolean =>
  error instanceof Error && /imported module|module script|preload CSS/.test(error.message)

/** The sentence for whatever failed: the server's own, or what is known without one. */
export const useFailureText = (): ((error: unknown) => string) => {
  const t = useTranslations('failure')
  return (error) => {
    if (!(error instanceof ApiError)) return t(unreached(error) ? 'unreached' : 'unexpected')
    if (error.code === 'no_connection' || error.code === 'unreadable') return t(error.code)
    const wait = error.retryAfterS ? ` ${t('wait', { seconds: error.retryAfterS })}` : ''
    return `${error.message || t('unexpected')}${wait}`
  }
}

type ErrorStateProps = { error: unknown; onRetry?: () => void; inline?: boolean }

type Kind = { Icon: LucideIcon; title: 'title' | 'forbidden' | 'notFound' }

const kindOf = (error: unknown): Kind => {
  const status = error instanceof ApiError ? error.status : null
  if (status === 403) return { Icon: Lock, title: 'forbidden' }
  if (status === 404) return { Icon: Lock, title: 'notFound' }
  return { Icon: status === 0 || unreached(error) ? CloudOff : TriangleAlert, title: 'title' }
}

/** What happened, the number that helps to find it, and another try where one may help. */
export function ErrorState({ error, onRetry, inline = false }: ErrorStateProps) {
  const t = useTranslations('failure')
  const ui = useTranslations('ui')
  const text = useFailureText()
  const { Icon, title } = kindOf(error)
  return (
    <div
      className={classes(styles.message, title === 'title' && styles.error, inline && styles.inline)}
      role="alert"
    >
      <div className={styles.icon}>
        <Icon size={26} aria-hidden />
      </div>
      <h2 className={styles.title}>{t(title)}</h2>
      <Clauses text={text(error)} />
      {error instanceof ApiError && error.requestId && error.status >= 500 && (
        <p className={styles.small}>{t('number', { id: error.requestId })}</p>
      )}
      {error instanceof ApiError && error.needs && <Why needs={error.needs} />}
      {title === 'notFound' && !inline && <WayOn />}
      {onRetry && title === 'title' && (
        <div className={styles.action}>
          <Button kind="soft" onClick={onRetry}>
            {ui('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Nobody stands before a page that is not there without a way on. */
function WayOn() {
  const t = useTranslations('failure')
  const shell = useTranslations('shell')
  const choice = choiceNow()
  return (
    <div className={styles.action}>
      <ButtonLink kind="soft" to={choice ?? pathTo('home')}>
        {choice ? t('chooseAnother') : shell('toHome')}
      </ButtonLink>
    </div>
  )
}
