import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Chips } from '../../../kit/chips.tsx'
import { classes } from '../../../kit/classes.ts'
import { FieldError } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { AttachmentsField } from '../../../app/photo/attachments-field.tsx'
import { SignatureField } from '../../../app/signature/signature-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import type { Order } from '../use-orders.ts'
import { heldSignature, isStale, photoKey, signatureKey, type ReportDraft } from './report-draft.ts'
import styles from '../order.module.css'

type ChecklistFieldProps = {
  line: Order['checklist'][number]
  draft: ReportDraft
  uploadKey: string
  error: string | undefined
  /** Its label stands above it already: is said, not shown. */
  bare?: boolean
  onChange: (change: Partial<ReportDraft>) => void
}

const textMax = 200

/** One line of the checklist to be filled: a number with its unit, a choice, a text, a photo or a signature. */
export function ChecklistField({
  line,
  draft,
  uploadKey,
  error,
  bare = false,
  onChange,
}: ChecklistFieldProps) {
  const t = useTranslations('order')
  const format = useFormat()
  const id = useId()
  const label = line.label[format.language]
  const value = draft.values[line.key] ?? null
  const set = (next: number | string | null): void =>
    onChange({ values: { ...draft.values, [line.key]: next } })
  if (line.kind === 'number')
    return (
      <NumberField
        label={label}
        optional={!line.required}
        help={
          line.min !== null && line.max !== null ? t('range', { min: line.min, max: line.max }) : undefined
        }
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={set}
        {...(line.unit !== null && { unit: line.unit })}
      />
    )
  if (line.kind === 'choice')
    return (
      <div className={styles.choice} role="group" aria-labelledby={id}>
        <span className={bare ? 'sr-only' : classes(styles.choiceLabel, error && styles.choiceWrong)} id={id}>
          {label}
        </span>
        <Chips
          wrap
          label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={set}
          options={line.choices.map((one) => ({ value: one.key, label: one.label[format.language] }))}
        />
        <FieldError id={`${id}-error`} error={error} />
      </div>
    )
  if (line.kind === 'photo')
    return (
      <AttachmentsField
        label={label}
        error={error}
        purpose="order_image"
        max={1}
        uploadKey={photoKey(uploadKey, line.key)}
        value={draft.photos[line.key] ?? []}
        onChange={(list) => onChange({ photos: { ...draft.photos, [line.key]: list } })}
      />
    )
  if (line.kind === 'signature')
    return (
      <SignatureField
        label={label}
        error={error}
        {...(isStale(line, draft) && !draft.signed.includes(line.key) && { help: t('signAgain') })}
        uploadKey={signatureKey(uploadKey, line.key)}
        signed={draft.signed.includes(line.key)}
        before={heldSignature(line, draft)}
        onChange={(signed) => {
          const others = draft.signed.filter((one) => one !== line.key)
          onChange({ signed: signed ? [...others, line.key] : others, ...(!signed && { before: null }) })
        }}
      />
    )
  return (
    <TextField
      label={label}
      optional={!line.required}
      error={error}
      maxLength={textMax}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.target.value || null)}
    />
  )
}
