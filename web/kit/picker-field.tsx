import { ChevronRight } from 'lucide-react'
import { Field, type FieldLook } from './field.tsx'
import styles from './field.module.css'

type PickerFieldProps = FieldLook & {
  /** What is chosen, or the words that stand there while nothing is. */
  text: string
  /** Nothing is chosen: `text` is a hint. */
  empty?: boolean
  /** It opens a sheet of this page; without it, another page. */
  opensSheet?: boolean
  disabled?: boolean
  /** Chosen for good: it leads nowhere. */
  fixed?: boolean
  onPress: () => void
}

/** A field whose value is chosen elsewhere: in a sheet, or on a page of its own. */
export function PickerField({
  text,
  empty = false,
  opensSheet = false,
  disabled = false,
  fixed = false,
  onPress,
  ...look
}: PickerFieldProps) {
  return (
    <Field {...look}>
      {(ids) => (
        <button
          type="button"
          {...ids}
          aria-haspopup={opensSheet ? 'dialog' : undefined}
          aria-label={`${look.label}: ${text}`}
          className={styles.picker}
          disabled={disabled || fixed}
          onClick={onPress}
        >
          <span className={empty ? styles.empty : undefined}>{text}</span>
          {!fixed && <ChevronRight size={18} className={styles.chevron} aria-hidden />}
        </button>
      )}
    </Field>
  )
}
