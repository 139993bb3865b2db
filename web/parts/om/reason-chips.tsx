import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Chips } from '../../kit/chips.tsx'
import { looks } from './reasons.ts'
import { attentionReasons } from '#domain/stations/station-kinds.ts'
import type { Finding, Reason } from './use-attention.ts'

type ReasonChipsProps = {
  devices: readonly Finding[]
  value: Reason | undefined
  onChange: (reason: Reason | undefined) => void
}

/** One reason or all; only what occurs is offered, and what is chosen. */
export function ReasonChips({ devices, value, onChange }: ReasonChipsProps) {
  const t = useTranslations('om')
  const format = useFormat()
  const count = (reason: Reason): number => devices.filter((one) => one.reason === reason).length
  const offered = attentionReasons.filter((reason) => reason === value || count(reason) > 0)
  if (offered.length < 2 && value === undefined) return null
  return (
    <Chips
      label={t('reasons')}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
      options={[
        { value: 'all' as const, label: t('all'), count: format.number(devices.length) },
        ...offered.map((reason) => {
          const { Icon, tone } = looks[reason]
          const icon = <Icon size={14} aria-hidden />
          return { value: reason, label: t(reason), icon, tone, count: format.number(count(reason)) }
        }),
      ]}
    />
  )
}
