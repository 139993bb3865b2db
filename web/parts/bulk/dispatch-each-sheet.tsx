import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { call } from '../../app/data/call.ts'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { Fields } from '../../kit/field.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { HandlerList } from '../work-orders/actions/handler-list.tsx'
import type { OrderRowData } from '../work-orders/use-orders.ts'
import { EachSheet } from './each-sheet.tsx'
import styles from './bulk.module.css'

type DispatchEachSheetProps = { orders: readonly OrderRowData[]; onClose: () => void; onDone: () => void }

/** The station at which most of them wait: its people are offered. */
const busiest = (orders: readonly OrderRowData[]): OrderRowData['station'] | undefined => {
  const waiting = orders.filter(({ status }) => status === 'dispatching')
  const at = Map.groupBy(waiting.length > 0 ? waiting : orders, ({ station }) => station.id)
  return [...at.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]?.station
}

/** Orders that wait for somebody, given to one person. */
export function DispatchEachSheet({ orders, onClose, onDone }: DispatchEachSheetProps) {
  const t = useTranslations('bulk.dispatch')
  const order = useTranslations('order')
  const nameOf = useOrderName()
  const act = useAct()
  const [handler, setHandler] = useState<{ id: string; name: string } | null>(null)
  const [remark, setRemark] = useState('')
  const station = busiest(orders)
  const bodyFor = (handlerId: string) => ({
    orders: orders.map(({ id, version }) => ({ orderId: id, version })),
    handlerId,
    ...(remark.trim() && { remark: remark.trim() }),
  })
  return (
    <EachSheet
      title={t('title')}
      names={
        new Map(
          orders.map((one) => [one.id, { what: `${one.no} · ${nameOf(one)}`, where: one.station.name }]),
        )
      }
      preview={
        handler && {
          key: handler.id,
          ask: () =>
            call('POST /api/orders/dispatch-each', { body: { ...bodyFor(handler.id), preview: true } }),
        }
      }
      send={() => act.send('POST /api/orders/dispatch-each', { body: bodyFor(handler?.id ?? '') })}
      // They are told of it by then.
      undo={null}
      busy={act.busy}
      failed={act.failed}
      words={{
        act: handler ? t('to', { name: handler.name }) : t('act'),
        will: (count) => t('will', { count }),
        done: (count) => t('done', { count }),
        undone: (count) => t('done', { count }),
        before: String,
      }}
      whyOf={({ code, field }) =>
        code === 'wrong_state'
          ? t('held')
          : field === 'handlerId'
            ? t('outOfSight', { name: handler?.name ?? '' })
            : undefined
      }
      onClose={onClose}
      onDone={onDone}
    >
      {station && (
        <section>
          <h3 className={styles.title}>{t('people', { station: station.name })}</h3>
          <HandlerList
            stationId={station.id}
            value={handler?.id ?? null}
            present={null}
            onChange={setHandler}
          />
        </section>
      )}
      <Fields>
        <AreaField
          label={order('optionalRemark')}
          optional
          value={remark}
          maxLength={REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Fields>
    </EachSheet>
  )
}
