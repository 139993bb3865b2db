import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppPath } from './navigation/app-path.ts'
import { classes } from './classes.ts'
import { Go } from './navigation/go.tsx'
import styles from './row.module.css'

type RowsProps = {
  /** On a wide screen they stand in columns: on a page that has all of it. */
  columns?: boolean
  children: ReactNode
}

/** Rows under each other with hairlines; stands in a flush Card. */
export function Rows({ columns = false, children }: RowsProps) {
  return <div className={classes(styles.rows, columns && styles.columns)}>{children}</div>
}

/** Addresses of maps, by the schemes of their apps: they name no host. */
export type AppAddress = `${'maps' | 'iosamap' | 'comgooglemaps'}:${string}`

type RowProps = {
  label: ReactNode
  /** A second, smaller line. */
  hint?: ReactNode
  value?: ReactNode
  icon?: ReactNode
  /** Where it leads; gives an arrow. */
  to?: AppPath
  /** What that page will be called, where it is not as its label. */
  goesTo?: string
  onPress?: () => void
  /** A number to call. */
  call?: `tel:${string}`
  /** A map of the phone, opened by its scheme. */
  app?: AppAddress
  danger?: boolean
}

/** A line of a list: a link with `to`, `call` or `app`, a button with `onPress`, else a label and its value. */
export function Row({ label, hint, value, icon, to, goesTo, onPress, call, app, danger = false }: RowProps) {
  const out = call ?? app
  const inner = (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.main}>
        <span className={classes(styles.label, danger && styles.danger)}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {(to || onPress || out) && !danger && <ChevronRight size={18} className={styles.chevron} aria-hidden />}
    </>
  )
  if (to)
    return (
      <Go
        to={to}
        title={goesTo ?? (typeof label === 'string' ? label : undefined)}
        data-row
        className={classes(styles.row, styles.press)}
      >
        {inner}
      </Go>
    )
  if (out)
    return (
      <a href={out} className={classes(styles.row, styles.press)}>
        {inner}
      </a>
    )
  if (onPress)
    return (
      <button type="button" className={classes(styles.row, styles.press)} onClick={onPress}>
        {inner}
      </button>
    )
  return <div className={styles.row}>{inner}</div>
}
