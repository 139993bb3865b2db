import { useTranslations } from 'use-intl'
import { ListTable, pagedIn, type PickOf } from '../../app/lists/list-table.tsx'
import { type Column, figures, moments, words } from '../../app/lists/table-columns.ts'
import type { Table } from '../../app/lists/use-table.ts'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { OrderStatusPill, PriorityPill } from './order-pills.tsx'
import type { OrderRowData, useOrders } from './use-orders.ts'

type OrderTableProps = {
  table: Table
  list: ReturnType<typeof useOrders>
  listKey: string
  pickOf: PickOf<OrderRowData>
}

/** Work orders side by side: who has them, and until when. */
export function OrderTable({ table, list, listKey, pickOf }: OrderTableProps) {
  const t = useTranslations('orders')
  const columns = useColumns()
  return (
    <ListTable
      table={table}
      label={t('title')}
      columns={columns}
      {...pagedIn(list)}
      listKey={listKey}
      total={list.query.hasNextPage ? null : (list.rows?.length ?? 0)}
      pick={{ of: pickOf, label: ({ no }) => t('selectThis', { no }) }}
      toOf={({ id }) => pathTo('work-order-detail', { orderId: id })}
      titleOf={() => t('one')}
    />
  )
}

const useColumns = (): Column<OrderRowData>[] => {
  const t = useTranslations('table')
  const orders = useTranslations('orders')
  const level = useTranslations('level')
  const nameOf = useOrderName()
  const format = useFormat()
  const { language } = format
  const instant = (of: {
    id: string
    head: string
    sort?: string
    at: (order: OrderRowData) => number | null
  }): Column<OrderRowData> =>
    moments({
      ...of,
      width: 12.5,
      falls: true,
      zoneOf: ({ station }) => station.timeZone,
      write: format.instant,
    })
  return [
    words({ id: 'name', head: t('head.name'), width: 18, text: nameOf }),
    words({ id: 'no', head: t('head.no'), width: 10.5, sort: 'no', text: ({ no }) => no }),
    {
      id: 'status',
      head: t('head.status'),
      width: 9.5,
      sort: 'status',
      cell: ({ status }) => <OrderStatusPill status={status} />,
      csv: ({ status }) => orders(`status.${status}`),
    },
    instant({ id: 'due', head: t('head.due'), sort: 'due', at: ({ dueAt }) => dueAt }),
    {
      id: 'priority',
      head: t('head.priority'),
      width: 8.5,
      sort: 'priority',
      falls: true,
      cell: ({ priority }) => <PriorityPill priority={priority} />,
      csv: ({ priority }) => orders(`priority.${priority}`),
    },
    words({
      id: 'station',
      head: t('head.station'),
      width: 13,
      sort: 'station',
      text: ({ station }) => station.name,
    }),
    words({
      id: 'device',
      head: t('head.device'),
      width: 11,
      text: (order) => {
        const device = order.device ?? order.aboutDevice
        return device && (device.name || device.sn)
      },
    }),
    words({
      id: 'handler',
      head: t('head.handler'),
      width: 9,
      sort: 'handler',
      text: ({ handler }) => handler && handler.name,
    }),
    instant({
      id: 'initiated',
      head: t('head.initiated'),
      sort: 'initiated',
      at: ({ initiatedAt }) => initiatedAt,
    }),
    words({ id: 'type', head: t('head.type'), width: 7, text: ({ type }) => orders(`type.${type}`) }),
    words({
      id: 'initiator',
      head: t('head.initiator'),
      width: 9,
      aside: true,
      text: ({ initiator }) => initiator.name,
    }),
    figures(language, {
      id: 'planned',
      head: t('head.planned'),
      unit: t('unit.minutes'),
      width: 9,
      aside: true,
      value: ({ plannedMinutes }) => plannedMinutes,
      digits: 0,
    }),
    figures(language, {
      id: 'alarms',
      head: t('head.alarms'),
      width: 6.5,
      aside: true,
      value: ({ alarms }) => alarms,
      digits: 0,
    }),
    words({
      id: 'level',
      head: t('head.level'),
      width: 8,
      aside: true,
      text: (order) => order.level && level(order.level),
    }),
  ]
}
