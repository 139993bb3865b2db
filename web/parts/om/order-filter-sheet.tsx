import { useState } from 'react'
import { orderPriorities, orderTypes } from '#domain/work-orders/order-states.ts'
import { useTranslations } from 'use-intl'
import type { PageSearch } from '../../paths.ts'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import styles from '../alarms/alarms.module.css'

type Search = PageSearch<'om-page'>
type OrderFilters = Pick<Search, 'type' | 'priority' | 'overdue' | 'days'>

const spans = ['7', '30', '365'] as const
const none: OrderFilters = { type: undefined, priority: undefined, overdue: undefined, days: undefined }

/** How many filters of the sheet narrow the list. */
export const orderFiltersSet = ({ type, priority, overdue, days }: OrderFilters): number =>
  [type, priority, overdue, days].filter((one) => one !== undefined).length

type OrderFilterSheetProps = {
  present: OrderFilters
  onDone: (chosen: OrderFilters) => void
  onClose: () => void
}

/** What the orders are narrowed by. Nothing changes until it is done. */
export function OrderFilterSheet({ present, onDone, onClose }: OrderFilterSheetProps) {
  const t = useTranslations('orders')
  const { type, priority, overdue, days } = present
  const [chosen, setChosen] = useState<OrderFilters>({ type, priority, overdue, days })
  const choose = (change: Partial<OrderFilters>): void => setChosen({ ...chosen, ...change })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filter')}
      done={{ label: t('showResults'), onPress: () => onDone(chosen) }}
    >
      <div className={styles.filters}>
        <section>
          <h3>{t('typeLabel')}</h3>
          <Chips
            wrap
            label={t('typeLabel')}
            value={chosen.type ?? 'any'}
            onChange={(value) => choose({ type: value === 'any' ? undefined : value })}
            options={[
              { value: 'any' as const, label: t('anyType') },
              ...orderTypes.map((value) => ({ value, label: t(`type.${value}`) })),
            ]}
          />
        </section>
        <section>
          <h3>{t('priorityLabel')}</h3>
          <Chips
            wrap
            label={t('priorityLabel')}
            value={chosen.priority ?? 'any'}
            onChange={(value) => choose({ priority: value === 'any' ? undefined : value })}
            options={[
              { value: 'any' as const, label: t('anyPriority') },
              ...orderPriorities.map((value) => ({ value, label: t(`priority.${value}`) })),
            ]}
          />
        </section>
        <section>
          <h3>{t('period')}</h3>
          <Chips
            wrap
            label={t('period')}
            value={chosen.days ?? 'any'}
            onChange={(value) => choose({ days: value === 'any' ? undefined : value })}
            options={[
              { value: 'any' as const, label: t('anyTime') },
              ...spans.map((value) => ({ value, label: t('days', { days: value }) })),
            ]}
          />
        </section>
        <div className={styles.bleed}>
          <SwitchField
            label={t('onlyOverdue')}
            checked={chosen.overdue === true}
            onChange={(on) => choose({ overdue: on ? true : undefined })}
          />
        </div>
        <Button kind="plain" onClick={() => setChosen(none)}>
          {t('reset')}
        </Button>
      </div>
    </Sheet>
  )
}
