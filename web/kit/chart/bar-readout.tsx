import { ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { BarPart } from './bar-stack.tsx'
import { classes } from '../classes.ts'
import styles from './chart.module.css'

type BarReadoutProps = {
  title: string
  /** The bar that is chosen, in words. */
  here?: {
    when: string
    /** One for each of `names`, or one alone. */
    values: readonly string[]
    parts: readonly (BarPart & { text: string })[]
    /** A year before. */
    before: { label: string; text: string } | null
    notes: readonly string[]
    /** Opens its day, month or year. */
    open?: () => void
  }
  names: readonly string[]
  parts: readonly BarPart[]
  beforeName: string | undefined
}

/** Over bars: what the chosen one says; else what their colours mean, or what they are of. */
export function BarReadout({ title, here, names, parts, beforeName }: BarReadoutProps) {
  const t = useTranslations('ui')
  const keys = names.length > 1 ? names.map((label, no) => ({ label, tone: no + 1 })) : parts
  return (
    <div className={styles.readout} aria-live="polite">
      {here ? (
        <>
          <span className={styles.when}>{here.when}</span>
          {(names.length > 1 ? names : ['']).map((name, no) => (
            <span className={styles.series} key={name}>
              {name && <Key tone={no + 1} />}
              {name}
              <b>{here.values[no]}</b>
            </span>
          ))}
          {here.parts.map(({ label, tone, text }) => (
            <span className={styles.series} key={label}>
              <Key tone={tone} />
              {label}
              <b>{text}</b>
            </span>
          ))}
          {here.before && (
            <span className={styles.series}>
              <BeforeKey />
              {here.before.label}
              <b>{here.before.text}</b>
            </span>
          )}
          {here.notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
          {here.open && (
            <button type="button" className={styles.open} onClick={here.open}>
              {t('open')}
              <ChevronRight size={14} aria-hidden />
            </button>
          )}
        </>
      ) : keys.length > 0 || beforeName !== undefined ? (
        <>
          {keys.map(({ label, tone }) => (
            <span className={styles.series} key={label}>
              <Key tone={tone} />
              {label}
            </span>
          ))}
          {keys.length === 0 && <span>{title}</span>}
          {beforeName !== undefined && (
            <span className={styles.series}>
              <BeforeKey />
              {beforeName}
            </span>
          )}
        </>
      ) : (
        <span>{title}</span>
      )}
    </div>
  )
}

function BeforeKey() {
  return <i className={classes(styles.key, styles.bandKey)} />
}

function Key({ tone }: { tone: number }) {
  return <i className={styles.key} style={{ '--tone': `var(--chart-${tone})` } as CSSProperties} />
}
