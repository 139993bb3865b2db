import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import type { AlarmDetail } from '../alarms/use-alarms.ts'
import { LazyDispatchSheet } from './lazy-dispatch-sheet.ts'
import styles from './troubles.module.css'

/** Nobody has it yet: whoever may gives it to somebody from here. */
export function AssignCard({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('troubles')
  const [open, setOpen] = useState(false)
  const sees = useAllowed('om:order:view')
  const mayOrder = useAllowed('om:order:create', alarm.station.id)
  const mayDispatch = useAllowed('om:order:dispatch', alarm.station.id)
  const may = sees && mayOrder && mayDispatch && alarm.status !== 'closed'
  const { data } = useData('GET /api/orders', { query: { alarmId: alarm.id, limit: 10 } }, { enabled: may })
  if (!may || !data) return null
  const order = data.orders.find(({ status }) => status !== 'completed' && status !== 'invalid') ?? null
  if (order !== null && order.status !== 'dispatching') return null
  return (
    <Card>
      <div className={styles.assign}>
        <span>{t('unassigned')}</span>
        <Button kind="soft" small data-key="d" onClick={() => setOpen(true)}>
          {t('dispatch')}
        </Button>
      </div>
      {open && (
        <LazyDispatchSheet
          subject={{ device: alarm.device, station: alarm.station, reason: null, alarms: [alarm], order }}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </Card>
  )
}
