import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Orders } from '../work-orders/use-orders.ts'

export type HandlerChoice = { value: string; label: string; count: string }

/** Who has how many open ones, and how many nobody has; `value` is offered in any case. None as long as nothing has come. */
export const useHandlerChoices = (
  of: Pick<Orders, 'people' | 'unassigned'> | undefined,
  value: string | undefined,
): HandlerChoice[] => {
  const t = useTranslations('orders')
  const format = useFormat()
  if (!of || (of.people.length === 0 && value === undefined)) return []
  return [
    ...(of.unassigned > 0 || value === 'none'
      ? [{ value: 'none', label: t('nobody'), count: format.number(of.unassigned) }]
      : []),
    ...of.people.map(({ id, name, open }) => ({ value: id, label: name, count: format.number(open) })),
  ]
}
