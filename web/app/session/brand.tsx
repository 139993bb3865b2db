import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import styles from './sign-in.module.css'

/** Mark, title and a line under it, at the head of sign-in and set-up. */
export function Brand({ title, text }: { title: string; text: ReactNode }) {
  return (
    <div className={styles.brand}>
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden>
        <rect width="64" height="64" rx="15" fill="var(--primary-fill)" />
        <path d="M14 46h36l-5-18H19z" fill="#fff" />
        <path d="M32 28v18M16.3 38h31.4" stroke="var(--primary-fill)" strokeWidth="2.5" />
        <circle cx="32" cy="17" r="6" fill="#ffd24a" />
      </svg>
      <p className={styles.name}>{title}</p>
      <p className={styles.text}>{text}</p>
    </div>
  )
}

/** What went wrong with the whole form. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className={styles.wrong} role="alert">
      <CircleAlert size={18} aria-hidden />
      {text}
    </p>
  )
}
