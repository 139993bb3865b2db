import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'

/** What the way to a new order is called: whoever may not make one reports a repair there. */
export const useNewOrder = (): string => {
  const t = useTranslations('orders')
  return t(useAllowed('om:order:create') ? 'new' : 'report')
}
