import { List } from 'lucide-react'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import type { FieldLook } from './field.tsx'
import { SelectSheet, type Option } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import field from './field.module.css'

type SuggestFieldProps = FieldLook &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'value'> & {
    ref?: Ref<HTMLInputElement>
    value: string
    onChange: (text: string) => void
    /** What is chosen from; its value is what then stands in the field. Without any it is a plain line of text. */
    options: readonly Option<string>[]
    /** The name of the button that opens the list. */
    choose: string
  }

/** A line of text that may also be chosen from a list; what is not on it can be typed. */
export function SuggestField({ options, choose, value, onChange, ...rest }: SuggestFieldProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextField
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        end={
          options.length > 0 && (
            <button
              type="button"
              className={field.side}
              aria-label={choose}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <List size={20} aria-hidden />
            </button>
          )
        }
      />
      <SelectSheet
        open={open}
        title={rest.label}
        options={options}
        value={value}
        onChange={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
