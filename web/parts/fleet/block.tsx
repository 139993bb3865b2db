import { ChevronRight } from 'lucide-react'
import { createContext, use, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { onServersClock } from '../../kit/time/clock.ts'
import { useClock } from '../../kit/time/now.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './fleet.module.css'

/** On a wall nobody presses: what leads somewhere on a desk only stands there. */
export const OnWall = createContext(false)

/** Each list of the fleet is asked for this often, as what ends by itself tells nobody. */
export const renewMs = 60_000
/** Three answers that did not come: what is shown says of when it is. */
export const staleMs = 3 * renewMs + 15_000

type Read = { data: unknown; error: unknown; dataUpdatedAt: number; refetch: () => Promise<unknown> }

type BlockProps = {
  title: string
  /** How many there are in all. */
  count?: number | undefined
  to: AppPath
  of: Read
  /** Said where there is nothing; null: there is something. */
  empty: string | null
  /** Under the title. */
  head?: ReactNode
  /** At the end of the title's line, before the way to all. */
  action?: ReactNode
  children: ReactNode
}

/** A short list of the fleet: it leads to all of it, and says what it lacks. */
export function Block({ title, count, to, of, empty, head, action, children }: BlockProps) {
  const t = useTranslations('board')
  const wall = use(OnWall)
  return (
    <Card
      flush
      className={wall && empty === null && of.data !== undefined ? styles.filled : undefined}
      title={
        <>
          {title}
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </>
      }
      action={
        <span className={styles.action}>
          {action}
          {!wall && (
            <Go to={to} className={styles.all} aria-label={t('allOf', { what: title })}>
              {t('all')}
              <ChevronRight size={16} aria-hidden />
            </Go>
          )}
        </span>
      }
    >
      {head}
      {of.data === undefined ? (
        <Waiting of={{ error: of.error, refetch: of.refetch }} inline>
          <Bones />
        </Waiting>
      ) : empty === null ? (
        <div className={styles.list}>
          <Rows>{children}</Rows>
        </div>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
      {of.data !== undefined && <Stale at={of.dataUpdatedAt} />}
    </Card>
  )
}

function Bones() {
  const t = useTranslations('ui')
  return (
    <output className={styles.bones} aria-label={t('loading')}>
      {[62, 48, 70].map((share) => (
        <Skeleton key={share} width={`${share}%`} />
      ))}
    </output>
  )
}

/** Apart, so that the clock draws this alone, and when its words turn. The cache notes times by the browser's clock. */
function Stale({ at }: { at: number }) {
  const t = useTranslations('board')
  const format = useFormat()
  const age = useClock((now) => {
    const readAt = onServersClock(at)
    return now - readAt > staleMs ? format.age(readAt, now) : null
  })
  return age === null ? null : <p className={styles.stale}>{t('asOf', { age })}</p>
}

type LineProps = {
  icon?: ReactNode
  label: ReactNode
  hint: ReactNode
  value?: ReactNode
  to: AppPath
  goesTo: string
}

/** A row of a block. */
export function Line({ to, goesTo, ...row }: LineProps) {
  return use(OnWall) ? <Row {...row} /> : <Row {...row} to={to} goesTo={goesTo} />
}
