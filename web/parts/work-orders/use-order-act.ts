import { useTranslations } from 'use-intl'
import type { KeptAttempt } from '../../app/acts/attempt.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { StorageRefused } from '../../app/outbox/queue-store.ts'

/** An act on an order: what cannot be sent waits on the phone, and a phone that keeps nothing says so. */
export const useOrderAct = (attempt?: KeptAttempt) => {
  const t = useTranslations('order')
  return useAct({
    refused: (error) => (error instanceof StorageRefused ? t('noRoom') : undefined),
    ...(attempt && { attempt }),
  })
}
