import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './steps.module.css'

export type StepState = 'done' | 'trouble' | 'next' | 'later'

/** Steps under each other, in the order in which they clear. */
export function Steps({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {children}
    </ol>
  )
}

type StepProps = {
  state: StepState
  name: string
  /** The state in a word, for who hears it. */
  spoken: string
  /** What is known of it now. */
  said: string
  /** What to do about it, under all of it; see `StepAdvice`. */
  children?: ReactNode
}

/** One of them, with a mark for its state. */
export function Step({ state, name, spoken, said, children }: StepProps) {
  return (
    <li className={classes(styles.step, styles[state])}>
      <span className={styles.mark} aria-hidden>
        {state === 'done' && <Check size={16} strokeWidth={3} />}
        {state === 'trouble' && <TriangleAlert size={15} strokeWidth={2.4} />}
        {state === 'next' && <span className={styles.pulse} />}
      </span>
      <div className={styles.text}>
        <span className={styles.name}>
          {name}
          <span className="sr-only">: {spoken}</span>
        </span>
        <span className={styles.said}>{said}</span>
        {children}
      </div>
    </li>
  )
}

export function StepAdvice({ children }: { children: ReactNode }) {
  return <div className={styles.advice}>{children}</div>
}
