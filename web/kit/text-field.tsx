import { Eye, EyeOff } from 'lucide-react'
import {
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react'
import { useTranslations } from 'use-intl'
import { classes } from './classes.ts'
import { Field, type FieldLook } from './field.tsx'
import styles from './field.module.css'

type TextFieldProps = FieldLook &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    ref?: Ref<HTMLInputElement>
    /** At the end of the line: a unit, a button. */
    end?: ReactNode
  }

/** A line of text. */
export function TextField({ label, help, toType, error, optional, end, ref, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} toType={toType} error={error} optional={optional ?? false}>
      {(ids) => (
        <>
          <input type="text" {...rest} {...ids} ref={ref} className={styles.input} />
          {end}
        </>
      )}
    </Field>
  )
}

/** A password, with a button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useTranslations('ui')
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={styles.side}
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        </button>
      }
    />
  )
}

type AreaFieldProps = FieldLook &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text; grows with them. */
export function AreaField({ label, help, toType, error, optional, className, ref, ...rest }: AreaFieldProps) {
  return (
    <Field label={label} help={help} toType={toType} error={error} optional={optional ?? false}>
      {(ids) => (
        <textarea
          rows={3}
          {...rest}
          {...ids}
          ref={ref}
          className={classes(styles.input, styles.area, className)}
        />
      )}
    </Field>
  )
}
