import { useTranslations } from 'use-intl'
import { Step, Steps, type StepState } from '../../kit/steps.tsx'
import { CheckAdvice } from './check-advice.tsx'
import type { Check, GatewayChecks } from './commissioning-queries.ts'
import { useCheckText } from './use-check-text.ts'

type ChecklistProps = {
  stationId: string
  gateway: GatewayChecks
  timeZone: string
  busy: boolean
  onScan: () => void
  onActivate: () => void
}

const steps: Record<Check['state'], StepState> = { done: 'done', problem: 'trouble', waiting: 'next' }

/** The checks under each other in the order in which they clear, each with what is known now and what helps. */
export function Checklist({ gateway, timeZone, ...acts }: ChecklistProps) {
  const t = useTranslations('commissioning')
  const say = useCheckText(gateway.activation, timeZone)
  return (
    <Steps label={t('list')}>
      {gateway.checks.map((check) => (
        <Step
          key={check.key}
          state={steps[check.state]}
          name={t(`check.${check.key}`)}
          spoken={t(`checkState.${check.state}`)}
          said={say(check)}
        >
          <CheckAdvice check={check} gateway={gateway} {...acts} />
        </Step>
      ))}
    </Steps>
  )
}
