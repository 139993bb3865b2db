import { Button, type ButtonKind } from './button.tsx'
import styles from './more-button.module.css'

/** What is still to come of a list. */
export type More = { busy: boolean; load: () => void }

type MoreButtonProps = {
  /** Null: all of it is there, and nothing stands below the list. */
  more: More | null
  label: string
  kind?: ButtonKind
  /** Below rows that fill a card. */
  inCard?: boolean
}

/** The next page of a list, below it. */
export function MoreButton({ more, label, kind = 'soft', inCard = false }: MoreButtonProps) {
  if (!more) return null
  const button = (
    <Button kind={kind} wide={!inCard} busy={more.busy} data-row onClick={more.load}>
      {label}
    </Button>
  )
  return inCard ? <div className={styles.inCard}>{button}</div> : button
}
