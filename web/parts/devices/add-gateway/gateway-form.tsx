import { CircleCheck } from 'lucide-react'
import { useController, useForm, useWatch, type Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { normaliseSerial } from '#domain/devices/fields.ts'
import { deviceModels } from '#domain/devices/models.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { isKnown } from '../../../app/acts/field-codes.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { SuggestField } from '../../../kit/suggest-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import styles from './adding.module.css'
import { LabelScan, type GatewayLabel } from './label-scan.tsx'
import { gatewayRules, type GatewayValues } from './gateway-values.ts'
import { serialProgress } from './serial-progress.ts'
import { StationChoice } from './station-choice.tsx'

export const useGatewayForm = (values: GatewayValues) =>
  useForm<GatewayValues>({
    defaultValues: values,
    resolver: gatewayRules,
    mode: 'onChange',
    shouldFocusError: false,
  })

type FieldProps = { control: Control<GatewayValues>; tried: boolean }
const machineText = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
} as const

/** A field with what is wrong with it, as soon as that is known. */
const useGatewayField = <N extends keyof GatewayValues>(name: N, { control, tried }: FieldProps) => {
  const { field, fieldState } = useController<GatewayValues, N>({ control, name })
  const sentence = useSentence()
  const code = fieldState.error?.message as ErrorCode | undefined
  const left = tried || fieldState.isTouched || fieldState.error?.type === 'server'
  const error = code !== undefined && isKnown(code, left, field.value) ? sentence(code) : undefined
  return { field, code, error }
}

/** What is typed of a gateway: where it belongs, which way it comes, and what it is. */
export function GatewayFields({
  onLabel,
  ...props
}: FieldProps & { onLabel: (label: GatewayLabel) => void }) {
  const t = useTranslations('adding')
  const station = useGatewayField('stationId', props)
  const way = useGatewayField('way', props)
  const name = useGatewayField('name', props)
  const claims = useWatch({ control: props.control, name: 'way' }) === 'claim'
  return (
    <>
      <Card flush>
        <Fields>
          <StationChoice
            value={station.field.value}
            error={station.error}
            onChange={station.field.onChange}
          />
        </Fields>
      </Card>
      <Card flush>
        <div className={styles.way}>
          <Segmented
            label={t('way')}
            options={[
              { value: 'claim', label: t('wayClaim') },
              { value: 'new', label: t('wayNew') },
            ]}
            value={way.field.value}
            onChange={way.field.onChange}
          />
          <p>{t(claims ? 'wayClaimText' : 'wayNewText')}</p>
          <LabelScan onLabel={onLabel} />
        </div>
        <Fields>
          <SerialField {...props} />
          {claims && <ClaimField {...props} />}
        </Fields>
      </Card>
      <Card flush>
        <Fields>
          <TextField
            {...name.field}
            label={t('name')}
            placeholder={t('namePlaceholder')}
            optional
            autoComplete="off"
            enterKeyHint="next"
            error={name.error}
          />
          <ModelField {...props} />
        </Fields>
      </Card>
    </>
  )
}

/** Normalised as it is typed; its format is said at once when it cannot become right any more. */
function SerialField(props: FieldProps) {
  const t = useTranslations('adding')
  const sentence = useSentence()
  const { field, code, error } = useGatewayField('sn', props)
  const progress = serialProgress(field.value)
  const normal = normaliseSerial(field.value)
  const shown = progress === 'impossible' && code === 'sn_format' ? sentence(code) : error
  return (
    <TextField
      {...field}
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
      end={progress === 'right' && !shown && <CircleCheck size={20} className={styles.right} aria-hidden />}
    />
  )
}

function ClaimField(props: FieldProps) {
  const t = useTranslations('adding')
  const { field, error } = useGatewayField('claimCode', props)
  return (
    <TextField
      {...field}
      {...machineText}
      label={t('claimCode')}
      placeholder="7KQ2-M9XD"
      help={t('claimHelp')}
      enterKeyHint="next"
      error={error}
    />
  )
}

const models = deviceModels
  .filter(({ kind }) => kind === 'gateway')
  .map(({ brand, model }) => ({ value: model, label: model, hint: brand }))

function ModelField(props: FieldProps) {
  const t = useTranslations('adding')
  const { field, error } = useGatewayField('model', props)
  return (
    <SuggestField
      {...field}
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
