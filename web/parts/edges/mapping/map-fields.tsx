import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
  MAPPED_DEVICES_MAX,
  MAPPED_VALUES_MAX,
  mappedKinds,
  type FoundMistake,
  type TopicMapField,
} from '#domain/edges/topic-map.ts'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { SelectField } from '../../../kit/select-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import type { Found } from '../edge-view.ts'
import { machineText } from '../machine-text.ts'
import { newDevice, newState, newValue, ofKind, type DeviceForm, type MapForm } from './map-form.ts'
import { StateFields } from './state-fields.tsx'
import { ValueFields } from './value-fields.tsx'
import styles from './mapping.module.css'

type MapFieldsProps = {
  form: MapForm
  onChange: (form: MapForm) => void
  /** What is wrong, once somebody wanted to go on. */
  mistakes: readonly FoundMistake[]
  /** What each value came to when it was tried, in their order; null = it was not. */
  mapped: Found['mapped']
}

/** A mapping of one's own: which of what is published is which value of which device. */
export function MapFields({ form, onChange, mistakes, mapped }: MapFieldsProps) {
  const t = useTranslations('mapping')
  const change = (at: number, device: DeviceForm): void => onChange(form.with(at, device))
  const before = (at: number): number => form.slice(0, at).reduce((sum, { values }) => sum + values.length, 0)
  return (
    <div className={styles.map}>
      <p className={styles.text}>{t('text')}</p>
      {form.map((device, at) => (
        <MappedDevice
          key={device.key}
          title={form.length > 1 ? t('device', { n: String(at + 1) }) : null}
          device={device}
          mistakes={mistakes.filter((mistake) => mistake.device === at)}
          mapped={mapped?.slice(before(at), before(at) + device.values.length) ?? null}
          onChange={(next) => change(at, next)}
          onRemove={() => onChange(form.toSpliced(at, 1))}
        />
      ))}
      {form.length < MAPPED_DEVICES_MAX && (
        <Button
          wide
          kind="plain"
          icon={<Plus size={18} aria-hidden />}
          onClick={() => onChange([...form, newDevice('meter')])}
        >
          {t('addDevice')}
        </Button>
      )}
    </div>
  )
}

type MappedDeviceProps = Pick<MapFieldsProps, 'mistakes' | 'mapped'> & {
  /** null = it is the only one. */
  title: string | null
  device: DeviceForm
  onChange: (device: DeviceForm) => void
  onRemove: () => void
}

function MappedDevice({ title, device, mistakes, mapped, onChange, onRemove }: MappedDeviceProps) {
  const t = useTranslations('mapping')
  const kinds = useKindWords()
  const sentence = useSentence()
  const { t: kind, sn, values, state } = device
  const wrong = (value: number | 'state' | null): Partial<Record<TopicMapField, string>> =>
    Object.fromEntries(
      mistakes.filter((one) => one.value === value).map(({ field, code }) => [field, sentence(code)]),
    )
  const own = wrong(null)
  return (
    <section className={styles.map}>
      {title !== null && (
        <div className={styles.head}>
          <h3>{title}</h3>
          <Button small kind="quiet" onClick={onRemove}>
            {t('removeDevice')}
          </Button>
        </div>
      )}
      <Fields>
        <SelectField
          label={t('kind')}
          help={kind === 'inverter' || kind === 'meter' || kind === 'battery' ? t(`sign.${kind}`) : undefined}
          options={mappedKinds.map((value) => ({ value, label: kinds.one(value) }))}
          value={kind}
          error={own.t}
          onChange={(next) => onChange(ofKind(device, next))}
        />
        <TextField
          {...machineText}
          label={t('serial')}
          help={t('serialHelp')}
          optional
          value={sn}
          error={own.sn}
          onChange={(event) => onChange({ ...device, sn: event.target.value })}
        />
      </Fields>
      {values.map((value, at) => (
        <ValueFields
          key={value.key}
          kind={kind}
          value={value}
          wrong={wrong(at)}
          mapped={mapped?.[at] ?? null}
          onChange={(next) => onChange({ ...device, values: values.with(at, next) })}
          onRemove={values.length > 1 ? () => onChange({ ...device, values: values.toSpliced(at, 1) }) : null}
        />
      ))}
      {state && (
        <StateFields
          state={state}
          wrong={wrong('state')}
          onChange={(next) => onChange({ ...device, state: next })}
          onRemove={() => onChange({ ...device, state: null })}
        />
      )}
      <div className={styles.more}>
        {values.length < MAPPED_VALUES_MAX && (
          <Button
            small
            kind="soft"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => onChange({ ...device, values: [...values, newValue(kind, values)] })}
          >
            {t('addValue')}
          </Button>
        )}
        {state === null && (
          <Button
            small
            kind="soft"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => onChange({ ...device, state: newState })}
          >
            {t('addState')}
          </Button>
        )}
      </div>
    </section>
  )
}
