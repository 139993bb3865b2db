import { useTranslations } from 'use-intl'
import { Step, Steps } from '../../../kit/steps.tsx'

/** What is waited for now. */
export function WaitingStep({ name }: { name: string }) {
  const ui = useTranslations('ui')
  return (
    <div role="status">
      <Steps label={name}>
        <Step state="next" name={name} spoken={ui('loading')} said="" />
      </Steps>
    </div>
  )
}
