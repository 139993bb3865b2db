import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'

/** What the way to a new order is called: whoever may not make one reports a repair there. */
export const useNewOrder = (): string => {
  const t = useTranslations('orders')
  return t(useAllowed('om:order:create') ? 'new' : 'report')
}

/** What comes where no order is: what the person may do about it; nothing for whoever only looks. */
export const useNoOrders = (): string | undefined => {
  const t = useTranslations('orders')
  const creates = useAllowed('om:order:create')
  const reports = useAllowed('om:report:create')
  return creates ? t('noneText') : reports ? t('noneReported') : undefined
}
