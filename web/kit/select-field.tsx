import { Check } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldLook } from './field.tsx'
import { PickerField } from './picker-field.tsx'
import { SearchBox } from './search-box.tsx'
import { Sheet } from './sheet.tsx'
import styles from './select-field.module.css'

export type Option<T extends string> = {
  value: T
  label: string
  hint?: string
  /** More words that a search finds it by. */
  also?: string
}

type SelectSheetProps<T extends string> = {
  open: boolean
  title: string
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T) => void
  onClose: () => void
}

/** By the list alone: `scrollIntoView` would also move the sheet around it, which is still rising. */
const intoView = (input: HTMLInputElement | null): void => {
  const row = input?.parentElement
  const box = row?.closest('dialog')?.lastElementChild
  if (!row || !box) return
  const [at, from] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
  box.scrollTop += at.top - from.top - (from.height - at.height) / 2
}

/** Below that all of them stand on a phone at once. */
const searchFrom = 12
const shownAtMost = 500

/** One of many in a sheet; with a search line from twelve options on. */
export function SelectSheet<T extends string>({
  open,
  title,
  options,
  value,
  onChange,
  onClose,
}: SelectSheetProps<T>) {
  const t = useTranslations('ui')
  const name = useId()
  const [search, setSearch] = useState('')
  const pressed = useRef(false)
  const wanted = search.trim().toLowerCase()
  const found = wanted
    ? options.filter((one) =>
        `${one.label} ${one.value} ${one.hint ?? ''} ${one.also ?? ''}`.toLowerCase().includes(wanted),
      )
    : options
  const searchable = options.length >= searchFrom
  return (
    <Sheet open={open} onClose={onClose} title={title} size={searchable ? 'full' : 'auto'}>
      {searchable && (
        <div className={styles.search}>
          <SearchBox value={search} onChange={setSearch} />
        </div>
      )}
      <div
        role="radiogroup"
        aria-label={title}
        onPointerDown={() => {
          pressed.current = true
        }}
      >
        {found.slice(0, shownAtMost).map((one) => (
          <label className={styles.option} key={one.value}>
            <input
              type="radio"
              name={name}
              checked={one.value === value}
              ref={one.value === value && !wanted ? intoView : null}
              onChange={() => onChange(one.value)}
              // A press closes, on what is chosen already too; arrow keys, which also click, only move.
              onClick={() => {
                if (pressed.current) onClose()
              }}
              onKeyDown={(event) => {
                pressed.current = false
                if (event.key !== 'Enter') return
                // A form around the field is not sent by it.
                event.preventDefault()
                onClose()
              }}
            />
            <span className={styles.text}>
              {one.label}
              {one.hint && <span className={styles.hint}>{one.hint}</span>}
            </span>
            <Check size={20} className={styles.check} aria-hidden />
          </label>
        ))}
      </div>
      {found.length === 0 && <output className={styles.none}>{t('nothingFound', { text: search })}</output>}
    </Sheet>
  )
}

type SelectFieldProps<T extends string> = FieldLook & {
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T) => void
  disabled?: boolean
}

/** A field that opens a sheet to choose from. */
export function SelectField<T extends string>({
  options,
  value,
  onChange,
  disabled = false,
  ...look
}: SelectFieldProps<T>) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  const chosen = options.find((one) => one.value === value)
  return (
    <>
      <PickerField
        {...look}
        text={chosen?.label ?? t('select')}
        empty={!chosen}
        opensSheet
        disabled={disabled}
        onPress={() => setOpen(true)}
      />
      <SelectSheet
        open={open}
        title={look.label}
        options={options}
        value={value}
        onChange={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
