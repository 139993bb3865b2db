import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import type { AlarmDetail } from '../alarms/use-alarms.ts'
import { LazyDispatchSheet } from './lazy-dispatch-sheet.ts'

type AssignActProps = {
  alarm: AlarmDetail['alarm']
  /** The way of whoever may not dispatch. */
  otherwise: ReactNode
}

/** Nobody has it yet: whoever may gives it to somebody from here, with or without all fields of an order. */
export function AssignAct({ alarm, otherwise }: AssignActProps) {
  const t = useTranslations('troubles')
  const [open, setOpen] = useState(false)
  const sees = useAllowed('om:order:view')
  const mayOrder = useAllowed('om:order:create', alarm.station.id)
  const mayDispatch = useAllowed('om:order:dispatch', alarm.station.id)
  const may = sees && mayOrder && mayDispatch
  const { data } = useData(
    'GET /api/orders',
    { query: { alarmId: alarm.id, limit: 10 } },
    { enabled: may && alarm.status !== 'closed' },
  )
  if (alarm.status === 'closed') return null
  if (!may) return otherwise
  if (!data) return null
  const order = data.orders.find(({ status }) => status !== 'completed' && status !== 'invalid') ?? null
  if (order !== null && order.status !== 'dispatching') return null
  return (
    <>
      <Button data-key="d" onClick={() => setOpen(true)}>
        {t('dispatch')}
      </Button>
      {open && (
        <LazyDispatchSheet
          subject={{
            device: alarm.device,
            station: alarm.station,
            reason: null,
            alarms: [{ ...alarm, costSoFar: alarm.cost }],
            order,
          }}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}
