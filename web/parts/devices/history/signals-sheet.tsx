import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Sheet } from '../../../kit/sheet.tsx'
import { SignalChoices } from './signal-choices.tsx'

type SignalsSheetProps = ComponentProps<typeof SignalChoices> & { open: boolean; onClose: () => void }

/** Which lines stand in the chart of the day. What is ticked is drawn at once. */
export function SignalsSheet({ open, onClose, ...choices }: SignalsSheetProps) {
  const t = useTranslations('device.history')
  return (
    <Sheet open={open} title={t('signals')} onClose={onClose}>
      <SignalChoices {...choices} />
    </Sheet>
  )
}
