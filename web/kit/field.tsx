import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from './classes.ts'
import styles from './field.module.css'

export type FieldLook = {
  label: string
  help?: ReactNode
  /** In place of the help, what is to be typed word for word: it stays beside what is wrong. */
  toType?: ReactNode
  /** The sentence of what is wrong; shown under the field. */
  error?: string | undefined
  /** Says "optional" beside the label. */
  optional?: boolean
}

/** Fields under each other in one card, with hairlines. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** Two short fields beside each other where there is room, else below each other as if neither were there. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export type FieldIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

/** Label above, help and error under; what is typed into comes from `children`, which gets the ids. */
export function Field({
  label,
  help,
  toType,
  error,
  optional = false,
  children,
}: FieldLook & { children: (ids: FieldIds) => ReactNode }) {
  const t = useTranslations('ui')
  const id = useId()
  // What is wrong takes the place of the help, which says what was to be right.
  const shown = toType ?? (error ? undefined : help)
  const under = [shown && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes(styles.field, error && styles.wrong)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>{t('optional')}</span>}
      </label>
      <div className={styles.body}>
        {children({ id, 'aria-describedby': under, 'aria-invalid': Boolean(error) })}
      </div>
      {shown && (
        <span className={styles.help} id={`${id}-help`}>
          {shown}
        </span>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <span className={styles.error} id={id} role="alert">
      <CircleAlert size={14} aria-hidden />
      {error}
    </span>
  )
}
