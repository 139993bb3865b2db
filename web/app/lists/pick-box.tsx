import type { Pick } from './picks.ts'
import styles from './pick-box.module.css'

/** For what holds a row and its box. */
export const pickingClass = styles.picking
/** The same beside a card. */
export const besideCardClass = styles.beside

/** The box of a row while several are chosen; the row itself stays what it is. Stands first in what holds both. */
export function PickBox({ pick: { checked, disabled, onChange }, label }: { pick: Pick; label: string }) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-pick
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => {
          const { nativeEvent } = event
          onChange(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }}
      />
    </label>
  )
}
