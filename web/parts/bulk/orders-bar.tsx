import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import type { OrderRowData } from '../work-orders/use-orders.ts'
import { DispatchEachSheet } from './dispatch-each-sheet.tsx'
import { PickBar } from './pick-bar.tsx'

type OrdersBarProps = { orders: readonly OrderRowData[]; onAll: () => Promise<void>; onEnd: () => void }

/** What is done with orders that are chosen. */
export function OrdersBar({ orders, onAll, onEnd }: OrdersBarProps) {
  const t = useTranslations('bulk.dispatch')
  // Those that were seen when it was opened, in that version.
  const [sheet, setSheet] = useState<readonly OrderRowData[] | null>(null)
  return (
    <PickBar count={orders.length} onAll={onAll} onEnd={onEnd}>
      <Button data-key="d" onClick={() => setSheet(orders)}>
        {t('act')}
      </Button>
      {sheet && <DispatchEachSheet orders={sheet} onClose={() => setSheet(null)} onDone={onEnd} />}
    </PickBar>
  )
}
