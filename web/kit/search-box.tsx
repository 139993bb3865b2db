import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import field from './field.module.css'
import styles from './select-field.module.css'

type SearchBoxProps = {
  value: string
  onChange: (value: string) => void
  label?: string
  /** A button at its end: another way for words to come in. */
  end?: ReactNode
}

/** A line to search by; the cross empties it. */
export function SearchBox({ value, onChange, label, end }: SearchBoxProps) {
  const t = useTranslations('ui')
  const name = label ?? t('search')
  return (
    <search className={styles.searchBox}>
      <Search size={18} aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={name}
        aria-label={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // What is found stands there already: Enter puts the keyboard away, and sends no form around it.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      {value && (
        <button type="button" className={field.side} aria-label={t('clear')} onClick={() => onChange('')}>
          <X size={18} aria-hidden />
        </button>
      )}
      {end}
    </search>
  )
}
