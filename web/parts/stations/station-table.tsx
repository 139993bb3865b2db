import { Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '../../app/lists/age.tsx'
import { ListTable, pagedIn, type PickOf } from '../../app/lists/list-table.tsx'
import { type Column, figures, moments, thousandth, words } from '../../app/lists/table-columns.ts'
import type { Table } from '../../app/lists/use-table.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { placeText } from './place.ts'
import type { StationCardData, useStations } from './station-queries.ts'
import styles from './station-list.module.css'

type StationTableProps = {
  table: Table
  list: ReturnType<typeof useStations>
  listKey: string
  pickOf: PickOf<StationCardData>
  total: number
  children: ReactNode
}

/** Stations side by side by their figures. */
export function StationTable({ table, list, listKey, pickOf, total, children }: StationTableProps) {
  const t = useTranslations('stations')
  const columns = useColumns()
  return (
    <ListTable
      table={table}
      label={t('title')}
      columns={columns}
      {...pagedIn(list)}
      listKey={listKey}
      total={total}
      pick={{ of: pickOf, label: ({ name }) => t('selectThis', { name }) }}
      toOf={({ id }) => pathTo('station-detail', { stationId: id })}
      titleOf={({ name }) => name}
    >
      {children}
    </ListTable>
  )
}

const isAsleep = ({ condition, powerW }: StationCardData): boolean => condition === 'standby' && powerW === 0

/** By night a column of noughts says nothing: the sun is down, which is known. */
function Asleep() {
  const state = useTranslations('state')
  return (
    <span className={styles.asleep}>
      <Moon size={14} aria-hidden />
      <span className="sr-only">{state('standby')}</span>
    </span>
  )
}

const useColumns = (): Column<StationCardData>[] => {
  const t = useTranslations('table')
  const stations = useTranslations('stations')
  const state = useTranslations('state')
  const { language } = useFormat()
  const hours = t('unit.hours')
  const power = figures<StationCardData>(language, {
    id: 'power',
    head: t('head.power'),
    unit: 'kW',
    width: 9,
    sort: 'power',
    value: ({ powerW }) => thousandth(powerW),
    digits: 2,
  })
  return [
    words({ id: 'name', head: t('head.name'), width: 16, sort: 'name', text: ({ name }) => name }),
    {
      id: 'condition',
      head: t('head.condition'),
      width: 8.5,
      sort: 'worst',
      falls: true,
      cell: ({ condition }) => <StatusPill status={condition} />,
      csv: ({ condition }) => state(condition),
    },
    { ...power, cell: (station) => (isAsleep(station) ? <Asleep /> : power.cell(station)) },
    figures(language, {
      id: 'today',
      head: t('head.today'),
      unit: 'kWh',
      width: 10,
      sort: 'today',
      value: ({ todayWh }) => thousandth(todayWh),
      digits: 1,
    }),
    figures(language, {
      id: 'equivalent',
      head: t('head.equivalent'),
      unit: hours,
      width: 11,
      sort: 'equivalent_hours',
      value: ({ equivalentHours }) => equivalentHours,
      digits: 2,
    }),
    figures(language, {
      id: 'capacity',
      head: t('head.capacity'),
      unit: 'kW',
      width: 11,
      sort: 'capacity',
      value: ({ capacityW }) => thousandth(capacityW),
      digits: 2,
    }),
    figures(language, {
      id: 'alarms',
      head: t('head.alarms'),
      width: 6.5,
      sort: 'alarms',
      value: ({ openAlarms }) => openAlarms,
      digits: 0,
    }),
    figures(language, {
      id: 'attention',
      head: t('head.attention'),
      width: 8.5,
      aside: true,
      value: ({ attention }) => attention,
      digits: 0,
    }),
    moments({
      id: 'heard',
      head: t('head.heard'),
      width: 9,
      sort: 'heard',
      falls: true,
      at: ({ lastHeardAt }) => lastHeardAt,
      zoneOf: ({ timeZone }) => timeZone,
      write: (at) => <Age at={at} />,
    }),
    words({ id: 'place', head: t('head.place'), width: 13, text: (station) => placeText(language, station) }),
    words({ id: 'type', head: t('head.type'), width: 9, text: ({ type }) => stations(`type.${type}`) }),
    words({ id: 'code', head: t('head.code'), width: 10, aside: true, text: ({ code }) => code }),
    figures(language, {
      id: 'known',
      head: t('head.known'),
      unit: '%',
      width: 9,
      aside: true,
      value: ({ todayCoverage }) => (todayCoverage === null ? null : todayCoverage * 100),
      digits: 0,
    }),
  ]
}
