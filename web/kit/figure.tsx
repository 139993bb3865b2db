import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Measure } from './words/format.ts'
import { useFormat } from './words/use-format.ts'
import { classes } from './classes.ts'
import { useNow } from './time/now.ts'
import styles from './figure.module.css'

type FigureProps = {
  label?: ReactNode
  measure: Measure
  /** In the API's unit (W, Wh, V, A, °C, Hz, kg, share of 1); null = unknown, shown as a dash and never as 0. */
  value: number | null
  /** When it was measured; shows the age. null = never heard. */
  at?: number | null
  /** Older than this it looks stale. Usually three reporting intervals. */
  staleAfterMs?: number
  /** Looks stale whatever its age, where the age stands elsewhere. */
  old?: boolean
  size?: 's' | 'm' | 'l' | 'xl'
  /** Fixes the unit by another value, for figures that stand beside each other. */
  like?: number
  /** A small line under the number. */
  note?: ReactNode
}

/** A number with its unit, its age and, when old, the look of it. */
export function Figure({
  label,
  measure,
  value,
  at,
  staleAfterMs = Number.POSITIVE_INFINITY,
  old = false,
  size = 'm',
  like,
  note,
}: FigureProps) {
  const format = useFormat()
  const t = useTranslations('ui')
  const now = useNow(at !== undefined)
  const { text, unit } = format.write(measure, value, like)
  const stale = text !== null && (old || (at !== undefined && at !== null && now - at > staleAfterMs))
  return (
    <div
      className={classes(styles.figure, styles[size], stale && styles.stale, text === null && styles.absent)}
    >
      {label && <span className={styles.label}>{label}</span>}
      <Amount text={text} unit={unit} />
      {at !== undefined && (
        <span className={styles.age}>
          {stale && <Clock size={12} aria-hidden />}
          {format.age(at, now)}
        </span>
      )}
      {stale && <span className="sr-only">{t('stale')}</span>}
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}

/** The number and its unit alone; a dash that says "no data" when `text` is null. */
function Amount({ text, unit }: { text: string | null; unit: string }) {
  const t = useTranslations('ui')
  return (
    <span className={styles.line}>
      {text === null ? (
        <span className={styles.number}>
          <span aria-hidden>–</span>
          <span className="sr-only">{t('noData')}</span>
        </span>
      ) : (
        <>
          <span className={styles.number}>{text}</span>
          {unit && <span className={styles.unit}>{unit}</span>}
        </>
      )}
    </span>
  )
}

/** A figure whose text is already written: money, a date. */
export function TextFigure({
  label,
  text,
  unit = '',
  old = false,
  size = 'm',
  note,
}: {
  label?: ReactNode
  text: string | null
  unit?: string
  /** Looks stale; its age stands elsewhere. */
  old?: boolean
  size?: 's' | 'm' | 'l' | 'xl'
  note?: ReactNode
}) {
  const t = useTranslations('ui')
  const stale = old && text !== null
  return (
    <div
      className={classes(styles.figure, styles[size], stale && styles.stale, text === null && styles.absent)}
    >
      {label && <span className={styles.label}>{label}</span>}
      <Amount text={text} unit={unit} />
      {stale && <span className="sr-only">{t('stale')}</span>}
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
