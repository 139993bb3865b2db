import { useTranslations } from 'use-intl'
import { Age } from '../../app/lists/age.tsx'
import { ListTable, pagedIn, type PickOf } from '../../app/lists/list-table.tsx'
import { type Column, figures, moments, thousandth, words } from '../../app/lists/table-columns.ts'
import type { Table } from '../../app/lists/use-table.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { LevelPill } from '../states/status-pill.tsx'
import { useHeadline } from '../troubles/headline.ts'
import type { Trouble, useTroubles } from '../troubles/use-troubles.ts'

type TroubleTableProps = {
  table: Table
  list: ReturnType<typeof useTroubles>
  listKey: string
  pickOf: PickOf<Trouble>
}

/** What is wrong now side by side: what hangs on it, since when, who has it. */
export function TroubleTable({ table, list, listKey, pickOf }: TroubleTableProps) {
  const t = useTranslations('alarms')
  const headline = useHeadline()
  const columns = useColumns()
  return (
    <ListTable
      table={table}
      label={t('title')}
      columns={columns}
      {...pagedIn(list)}
      listKey={listKey}
      total={list.pages?.[0]?.total ?? null}
      pick={{ of: pickOf, label: (one) => t('selectThis', { name: `${headline(one)}, ${one.device.sn}` }) }}
      toOf={({ alarms: [worst], device }) =>
        worst ? pathTo('alarm-detail', { alarmId: worst.id }) : pathToDevice(device.kind, device.id)
      }
    />
  )
}

const useColumns = (): Column<Trouble>[] => {
  const t = useTranslations('table')
  const troubles = useTranslations('troubles')
  const level = useTranslations('level')
  const kinds = useKindWords()
  const headline = useHeadline()
  const format = useFormat()
  const { language } = format
  return [
    words({
      id: 'device',
      head: t('head.device'),
      width: 13,
      sort: 'device',
      text: ({ device }) => device.name || device.sn,
    }),
    words({ id: 'what', head: t('head.what'), width: 16, text: headline }),
    {
      id: 'level',
      head: t('head.level'),
      width: 8.5,
      sort: 'level',
      falls: true,
      cell: (trouble) => trouble.level && <LevelPill level={trouble.level} />,
      csv: (trouble) => trouble.level && level(trouble.level),
    },
    words({
      id: 'station',
      head: t('head.station'),
      width: 13,
      sort: 'station',
      text: ({ station }) => station.name,
    }),
    figures(language, {
      id: 'stake',
      head: t('head.stake'),
      unit: 'kW',
      width: 10.5,
      sort: 'stake',
      value: ({ impact: { powerW } }) => thousandth(powerW),
      digits: 2,
    }),
    words({
      id: 'impact',
      head: t('head.impact'),
      width: 8.5,
      text: ({ impact }) => t(`impact.${impact.of}`),
    }),
    moments({
      id: 'since',
      head: t('head.since'),
      width: 8.5,
      sort: 'since',
      falls: true,
      at: ({ alarms: [worst], since }) => worst?.occurredAt ?? since,
      zoneOf: ({ station }) => station.timeZone,
      write: (at) => <Age at={at} />,
    }),
    words({
      id: 'handler',
      head: t('head.handler'),
      width: 9,
      text: ({ order }) => order && (order.handler?.name ?? troubles('unassigned')),
    }),
    figures(language, {
      id: 'alarms',
      head: t('head.alarms'),
      width: 6.5,
      sort: 'alarms',
      value: ({ alarmCount }) => alarmCount,
      digits: 0,
    }),
    words({
      id: 'kind',
      head: t('head.kind'),
      width: 8,
      aside: true,
      text: ({ device }) => kinds.one(device.kind),
    }),
    words({ id: 'sn', head: t('head.sn'), width: 11, aside: true, text: ({ device }) => device.sn }),
    words({
      id: 'perHour',
      head: t('head.perHour'),
      width: 9,
      aside: true,
      text: ({ impact: { perHour } }) => perHour && format.money(perHour.amount, perHour.currency),
    }),
    words({
      id: 'order',
      head: t('head.order'),
      width: 10.5,
      aside: true,
      text: ({ order }) => order && order.no,
    }),
  ]
}
