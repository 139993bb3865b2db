import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { metricsOffered, type TopicMapField } from '#domain/edges/topic-map.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { SelectField } from '../../../kit/select-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Found } from '../edge-view.ts'
import { machineText } from '../machine-text.ts'
import type { DeviceForm, ValueForm } from './map-form.ts'
import { useMetricWords } from './use-metric-words.ts'
import styles from './mapping.module.css'

type ValueFieldsProps = {
  kind: DeviceForm['t']
  value: ValueForm
  wrong: Readonly<Partial<Record<TopicMapField, string>>>
  /** What it came to when it was tried; null = it was not. */
  mapped: NonNullable<Found['mapped']>[number] | null
  onChange: (value: ValueForm) => void
  /** null = it is the only one. */
  onRemove: (() => void) | null
}

/** One value: what it is, where it stands, and what it has to be multiplied by. */
export function ValueFields({ kind, value, wrong, mapped, onChange, onRemove }: ValueFieldsProps) {
  const t = useTranslations('mapping')
  const format = useFormat()
  const wordsOf = useMetricWords()
  const { to, topic, path, factor } = value
  const offered = metricsOffered(kind)
  const own = wordsOf(to)
  const options = (offered.includes(to) ? offered : [...offered, to]).map((one) => {
    const { name, unit } = wordsOf(one)
    return { value: one, label: name, ...(unit !== '' && { hint: unit }) }
  })
  const isKnown = mapped !== null && mapped.value !== null
  return (
    <Fields>
      <div className={styles.pair}>
        <SelectField
          label={own.unit === '' ? t('value') : t('valueIn', { unit: own.unit })}
          options={options}
          value={to}
          error={wrong.to}
          onChange={(next) => onChange({ ...value, to: next })}
        />
        <NumberField
          label={t('factor')}
          value={factor}
          placeholder="1"
          error={wrong.factor}
          onChange={(next) => onChange({ ...value, factor: next })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...machineText}
          label={t('topic')}
          value={topic}
          placeholder={t('topicNone')}
          error={wrong.topic}
          onChange={(event) => onChange({ ...value, topic: event.target.value })}
        />
        <TextField
          {...machineText}
          label={t('path')}
          value={path}
          placeholder={t('pathNone')}
          error={wrong.path}
          onChange={(event) => onChange({ ...value, path: event.target.value })}
        />
      </div>
      {(mapped !== null || onRemove !== null) && (
        <div className={styles.end}>
          {mapped !== null && (
            <p className={isKnown ? styles.came : styles.missing}>
              {isKnown ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
              {mapped.value !== null
                ? `${format.number(mapped.value, Number.isInteger(mapped.value) ? 0 : 2)} ${own.unit}`
                : t(`trouble.${mapped.trouble ?? 'none'}`)}
            </p>
          )}
          {onRemove !== null && (
            <Button
              small
              kind="quiet"
              aria-label={t('removeValueSpoken', { name: own.name })}
              onClick={onRemove}
            >
              {t('removeValue')}
            </Button>
          )}
        </div>
      )}
    </Fields>
  )
}
