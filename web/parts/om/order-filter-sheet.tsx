import { useState } from 'react'
import { orderPriorities, orderTypes } from '#domain/work-orders/order-states.ts'
import { useTranslations } from 'use-intl'
import type { PageSearch } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { FilterChips, PeriodChips } from './filter-chips.tsx'
import type { HandlerChoice } from './handler-choices.ts'
import styles from '../alarms/alarms.module.css'

type Search = PageSearch<'om-page'>
type OrderFilters = Pick<Search, 'type' | 'priority' | 'overdue' | 'days' | 'handler'>

const none: OrderFilters = {
  type: undefined,
  priority: undefined,
  overdue: undefined,
  days: undefined,
  handler: undefined,
}

/** How many filters of the sheet narrow the list. */
export const orderFiltersSet = ({ type, priority, overdue, days, handler }: OrderFilters): number =>
  [type, priority, overdue, days, handler].filter((one) => one !== undefined).length

type OrderFilterSheetProps = {
  present: OrderFilters
  /** Who has open ones; not given where that is asked beside the list. */
  people: HandlerChoice[] | undefined
  onDone: (chosen: OrderFilters) => void
  onClose: () => void
}

/** What the orders are narrowed by. Nothing changes until it is done. */
export function OrderFilterSheet({ present, people, onDone, onClose }: OrderFilterSheetProps) {
  const t = useTranslations('orders')
  const { type, priority, overdue, days, handler } = present
  const [chosen, setChosen] = useState<OrderFilters>({ type, priority, overdue, days, handler })
  const choose = (change: Partial<OrderFilters>): void => setChosen({ ...chosen, ...change })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filter')}
      done={{ label: t('showResults'), onPress: () => onDone(chosen) }}
    >
      <div className={styles.filters}>
        <FilterChips
          label={t('typeLabel')}
          any={t('anyType')}
          value={chosen.type}
          options={orderTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => choose({ type: value })}
        />
        <FilterChips
          label={t('priorityLabel')}
          any={t('anyPriority')}
          value={chosen.priority}
          options={orderPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
          onChange={(value) => choose({ priority: value })}
        />
        {people && (
          <FilterChips
            label={t('people')}
            any={t('anybody')}
            value={chosen.handler}
            options={people}
            onChange={(value) => choose({ handler: value })}
          />
        )}
        <PeriodChips of="orders" value={chosen.days} onChange={(value) => choose({ days: value })} />
        <div className={styles.bleed}>
          <SwitchField
            label={t('onlyOverdue')}
            checked={chosen.overdue === true}
            onChange={(on) => choose({ overdue: on ? true : undefined })}
          />
        </div>
        <Button kind="plain" onClick={() => setChosen(people ? none : { ...none, handler })}>
          {t('reset')}
        </Button>
      </div>
    </Sheet>
  )
}
