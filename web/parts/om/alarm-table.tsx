import { useTranslations } from 'use-intl'
import { ListTable, pagedIn, type PickOf } from '../../app/lists/list-table.tsx'
import { type Column, figures, moments, words } from '../../app/lists/table-columns.ts'
import type { Table } from '../../app/lists/use-table.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import type { Alarm, useAlarms } from '../alarms/use-alarms.ts'
import { LevelPill } from '../states/status-pill.tsx'

type AlarmTableProps = {
  table: Table
  list: ReturnType<typeof useAlarms>
  listKey: string
  pickOf: PickOf<Alarm>
}

/**
 * Alarms side by side, worst first. Of all that an installation has ever had there may be a million, which the server
 * keeps in this order alone: no column sorts them.
 */
export function AlarmTable({ table, list, listKey, pickOf }: AlarmTableProps) {
  const t = useTranslations('alarms')
  const { language } = useFormat()
  const columns = useColumns()
  return (
    <ListTable
      table={table}
      label={t('title')}
      columns={columns}
      {...pagedIn(list)}
      listKey={listKey}
      total={list.query.hasNextPage ? null : (list.rows?.length ?? 0)}
      pick={{
        of: pickOf,
        label: ({ name, device }) => t('selectThis', { name: `${name[language]}, ${device.sn}` }),
      }}
      toOf={({ id }) => pathTo('alarm-detail', { alarmId: id })}
      titleOf={() => t('detail')}
    />
  )
}

const useColumns = (): Column<Alarm>[] => {
  const t = useTranslations('table')
  const alarms = useTranslations('alarms')
  const level = useTranslations('level')
  const kinds = useKindWords()
  const format = useFormat()
  const { language } = format
  const instant = (
    id: 'occurred' | 'created' | 'closed',
    at: (alarm: Alarm) => number | null,
  ): Column<Alarm> =>
    moments({
      id,
      head: t(`head.${id}`),
      width: 12.5,
      at,
      zoneOf: ({ station }) => station.timeZone,
      write: format.instant,
    })
  return [
    words({ id: 'what', head: t('head.what'), width: 17, text: ({ name }) => name[language] }),
    {
      id: 'level',
      head: t('head.level'),
      width: 8.5,
      cell: (alarm) => <LevelPill level={alarm.level} />,
      csv: (alarm) => level(alarm.level),
    },
    words({
      id: 'status',
      head: t('head.status'),
      width: 7.5,
      text: ({ status }) => alarms(`list.${status}`),
    }),
    words({ id: 'station', head: t('head.station'), width: 13, text: ({ station }) => station.name }),
    words({
      id: 'device',
      head: t('head.device'),
      width: 11,
      text: ({ device }) => device.name || kinds.short(device.kind),
    }),
    words({ id: 'sn', head: t('head.sn'), width: 11, text: ({ device }) => device.sn }),
    figures(language, {
      id: 'count',
      head: t('head.count'),
      width: 8,
      value: ({ count }) => count,
      digits: 0,
    }),
    instant('occurred', ({ occurredAt }) => occurredAt),
    instant('closed', ({ closedAt }) => closedAt),
    { ...instant('created', ({ createdAt }) => createdAt), aside: true },
    words({ id: 'code', head: t('head.code'), width: 9, aside: true, text: ({ code }) => code }),
  ]
}
