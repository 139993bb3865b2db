import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { AppPath } from './navigation/app-path.ts'
import { classes } from './classes.ts'
import { Go } from './navigation/go.tsx'
import styles from './button.module.css'

/** `dim`: something is still to be given; it can be pressed and says what. */
export type ButtonKind = 'primary' | 'soft' | 'quiet' | 'dim' | 'plain' | 'danger' | 'dangerPlain'

type Look = {
  kind?: ButtonKind | undefined
  wide?: boolean | undefined
  small?: boolean | undefined
  icon?: ReactNode
}
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    busy?: boolean
    /** Has the focus when its dialog opens. */
    'data-first'?: boolean
  }

const look = ({ kind = 'primary', wide, small }: Look): string =>
  classes(styles.button, styles[kind], wide && styles.wide, small && styles.small)

/** One primary button a screen. `busy` shows that it works and takes no second press. */
export function Button({ kind, wide, small, icon, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, wide, small })}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ to, icon, children, ...rest }: Look & { to: AppPath; children: ReactNode }) {
  return (
    <Go to={to} className={look(rest)}>
      {icon}
      {children}
    </Go>
  )
}
