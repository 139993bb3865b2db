import { Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { useNow } from '../../kit/time/now.ts'
import styles from './parts.module.css'

/** True when a reading no longer speaks for the present. */
export const useIsOld = (at: number | null, staleAfterMs: number): boolean => {
  const now = useNow()
  return at !== null && now - at > staleAfterMs
}

type ReadingAgeProps = {
  at: number | null
  staleAfterMs: number
  /** It is the value of its row, and looks like the other values. */
  value?: boolean
}

/** The age that several figures share. */
export function ReadingAge({ at, staleAfterMs, value = false }: ReadingAgeProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  const now = useNow()
  const old = useIsOld(at, staleAfterMs)
  return (
    <span className={classes(styles.age, value && styles.asValue, old && styles.old)}>
      {old && <Clock size={12} aria-hidden />}
      {format.age(at, now)}
      {old && <span className="sr-only">, {t('stale')}</span>}
    </span>
  )
}
