import { CircleCheck } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { normaliseSerial } from '#domain/devices/fields.ts'
import { deviceModels } from '#domain/devices/models.ts'
import type { FieldName, Form } from '../../../app/acts/use-form.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { SuggestField } from '../../../kit/suggest-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import styles from './adding.module.css'
import { LabelScan, type GatewayLabel } from './label-scan.tsx'
import type { GatewayValues } from './gateway-values.ts'
import { serialProgress } from './serial-progress.ts'
import { StationChoice } from './station-choice.tsx'

type FieldProps = { form: Form<GatewayValues>; tried: boolean }
type TextName = 'sn' | 'name' | 'claimCode'
const machineText = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
} as const

/** A field with what is wrong with it, as soon as that is known. */
const useGatewayField = <N extends FieldName<GatewayValues>>(name: N, { form, tried }: FieldProps) => {
  const sentence = useSentence()
  const { code, ...field } = form.field(name, tried)
  return { ...field, name, error: code && sentence(code) }
}

/** As an input takes it. */
const typed = ({ name, value, set, onBlur, error }: ReturnType<typeof useGatewayField<TextName>>) => ({
  name,
  value,
  onBlur,
  error,
  onChange: (event: ChangeEvent<HTMLInputElement>): void => set(event.target.value),
})

/** What is typed of a gateway: where it belongs and what it is. With a claim code it has its login already. */
export function GatewayFields({
  onLabel,
  children,
  ...props
}: FieldProps & { onLabel: (label: GatewayLabel) => void; children: ReactNode }) {
  const t = useTranslations('adding')
  const station = useGatewayField('stationId', props)
  const name = useGatewayField('name', props)
  return (
    <>
      <Card flush>
        <Fields>
          <StationChoice value={station.value} error={station.error} onChange={station.set} />
        </Fields>
      </Card>
      {children}
      <Card flush>
        <Fields>
          <SerialField {...props} onLabel={onLabel} />
          <ClaimField {...props} />
        </Fields>
      </Card>
      <Card flush>
        <Fields>
          <TextField
            {...typed(name)}
            label={t('name')}
            placeholder={t('namePlaceholder')}
            optional
            autoComplete="off"
            enterKeyHint="next"
          />
          <ModelField {...props} />
        </Fields>
      </Card>
    </>
  )
}

/** Normalised as it is typed; its format is said at once when it cannot become right any more. */
function SerialField({ onLabel, ...props }: FieldProps & { onLabel: (label: GatewayLabel) => void }) {
  const t = useTranslations('adding')
  const sentence = useSentence()
  const field = useGatewayField('sn', props)
  const progress = serialProgress(field.value)
  const normal = normaliseSerial(field.value)
  const hopeless = progress === 'impossible' && props.form.codes['sn'] === 'sn_format'
  const shown = hopeless ? sentence('sn_format') : field.error
  return (
    <TextField
      {...typed(field)}
      {...machineText}
      label={t('sn')}
      placeholder="GW2408A00017"
      enterKeyHint="next"
      error={shown}
      {...(!shown && {
        help:
          progress !== 'right'
            ? t('snHelp')
            : normal === field.value
              ? t('snRight')
              : t('snNormal', { sn: normal }),
      })}
      end={
        <>
          {progress === 'right' && !shown && <CircleCheck size={20} className={styles.right} aria-hidden />}
          <LabelScan onLabel={onLabel} />
        </>
      }
    />
  )
}

function ClaimField(props: FieldProps) {
  const t = useTranslations('adding')
  const field = useGatewayField('claimCode', props)
  return (
    <TextField
      {...typed(field)}
      {...machineText}
      label={t('claimCode')}
      optional
      placeholder="7KQ2-M9XD"
      help={t('claimHelp')}
      enterKeyHint="next"
    />
  )
}

const models = deviceModels
  .filter(({ kind }) => kind === 'gateway')
  .map(({ brand, model }) => ({ value: model, label: model, hint: brand }))

function ModelField(props: FieldProps) {
  const t = useTranslations('adding')
  const { value, set, onBlur, error } = useGatewayField('model', props)
  return (
    <SuggestField
      name="model"
      value={value}
      onChange={set}
      onBlur={onBlur}
      label={t('model')}
      help={t('modelHelp')}
      placeholder={t('modelPlaceholder')}
      optional
      autoComplete="off"
      enterKeyHint="done"
      choose={t('modelList')}
      options={models}
      error={error}
    />
  )
}
