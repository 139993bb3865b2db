import { useId, type ReactNode } from 'react'
import { SidePanel } from './side-panel.tsx'
import styles from './panel.module.css'

export type Choices = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of several, in one or two groups. */
export function ChoicePanel({
  title,
  groups,
  onClose,
  children,
}: {
  title: string
  groups: readonly Choices[]
  onClose: () => void
  /** After the groups. */
  children?: ReactNode
}) {
  const name = useId()
  return (
    <SidePanel title={title} onClose={onClose}>
      {groups.map(({ label, options, value, onChange }, no) => (
        <div key={label} className={styles.list} role="radiogroup" aria-label={label}>
          {no > 0 && <p className={styles.group}>{label}</p>}
          {options.map((one) => (
            <label key={one.value} className={styles.option}>
              <input
                type="radio"
                name={`${name} ${no}`}
                checked={one.value === value}
                onChange={() => onChange(one.value)}
              />
              <span>{one.label}</span>
            </label>
          ))}
        </div>
      ))}
      {children}
    </SidePanel>
  )
}
