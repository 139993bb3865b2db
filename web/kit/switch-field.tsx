import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import field from './field.module.css'
import styles from './controls.module.css'

type SwitchFieldProps = {
  label: string
  help?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, at once. */
export function SwitchField({ label, help, checked, onChange, disabled = false }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={classes(field.field, field.inline)}>
      <label className={field.inlineMain} htmlFor={id}>
        <span className={field.inlineLabel}>{label}</span>
        {help && <span className={field.help}>{help}</span>}
      </label>
      <span className={styles.switch}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={styles.track} aria-hidden />
      </span>
    </div>
  )
}
