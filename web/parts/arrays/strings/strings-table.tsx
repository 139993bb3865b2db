import { nightEnergy, restOf, shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { useQueries } from '@tanstack/react-query'
import { TrendingDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { dataQuery } from '../../../app/data/query.ts'
import { ListTable } from '../../../app/lists/list-table.tsx'
import { sortHere, type SortKeys } from '../../../app/lists/sort-here.ts'
import { type Column, figures, thousandth, words } from '../../../app/lists/table-columns.ts'
import type { Table } from '../../../app/lists/use-table.ts'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { DeviceRow, StringRow } from '../site.ts'
import type { StringLife } from './life/string-words.ts'
import styles from './strings.module.css'

/** The powers of a day move this slowly. */
const AGAIN_MS = 60_000

type Row = {
  id: string
  string: StringRow
  inverter: string | null
  life: StringLife | undefined
  /** What it gives, W; by night what it made of the day, Wh; null = not known. */
  shown: number | null
}

const keys: SortKeys<Row> = {
  name: ({ string }) => string.name || string.no,
  inverter: ({ inverter }) => inverter,
  mppt: ({ string }) => string.mpptNo,
  current: ({ life }) => life?.now.currentA ?? null,
  voltage: ({ life }) => life?.now.voltageV ?? null,
  power: ({ shown }) => shown,
  today: ({ life }) => life?.today.wh ?? null,
  peers: ({ life }) => life?.share ?? null,
  capacity: ({ string }) => string.capacityW,
}

type StringsTableProps = {
  table: Table
  stationId: string
  strings: readonly StringRow[]
  inverters: readonly DeviceRow[]
}

/** All strings of a station side by side, whichever inverter they hang at: the odd one is found by a sort. */
export function StringsTable({ table, stationId, strings, inverters }: StringsTableProps) {
  const t = useTranslations('arrays')
  const { lives, rest } = useQueries({
    queries: inverters.map(({ id }) => ({
      ...dataQuery('GET /api/devices/{deviceId}/strings', { params: { deviceId: id } }),
      refetchInterval: AGAIN_MS,
    })),
    combine: livesIn,
  })
  const rows = useMemo(() => {
    const names = new Map(inverters.map(({ id, name, sn }) => [id, name || sn]))
    return sortHere(
      strings.map((string) => {
        const told = lives.get(string.id)
        return {
          id: string.id,
          string,
          inverter: names.get(string.inverterId) ?? null,
          life: told?.life,
          shown: told ? shownOf(told, rest) : null,
        }
      }),
      keys,
      table.setting.sort,
    )
  }, [strings, inverters, lives, rest, table])
  const nameOf = ({ string }: Row): string => string.name || t('string', { no: String(string.no) })
  const columns = useColumns(nameOf, rest)
  return (
    <ListTable
      table={table}
      label={t('list.title')}
      columns={columns}
      rows={rows}
      listKey={`strings ${stationId}`}
      total={rows.length}
      toOf={({ id }) => pathTo('group-device-list', { stationId, stringId: id })}
      titleOf={nameOf}
      more={null}
      readAll={() => Promise.resolve({ rows, more: false })}
    />
  )
}

type Told = { night: NightDay | null; strings: readonly StringLife[] }

/** Strings with what they rest with by night, and of which day all of them show the energy; null = their powers. */
const livesIn = (found: readonly { data: Told | undefined }[]) => {
  const told = found.flatMap(({ data }) =>
    (data?.strings ?? []).map((life) => {
      const night = data?.night ?? null
      return {
        life,
        powerW: life.now.powerW,
        night: nightEnergy(night, night === null ? null : life[night].wh),
      }
    }),
  )
  return { lives: new Map(told.map((one) => [one.life.id, one])), rest: restOf(told) }
}

const useColumns = (nameOf: (row: Row) => string, rest: NightDay | null): Column<Row>[] => {
  const t = useTranslations('table.head')
  const { language } = useFormat()
  const peers = figures<Row>(language, {
    id: 'peers',
    head: t('peers'),
    unit: '%',
    width: 10,
    sort: 'peers',
    value: ({ life }) => (life?.share == null ? null : 100 * life.share),
    digits: 0,
  })
  return [
    words({ id: 'name', head: t('string'), width: 12, sort: 'name', text: nameOf }),
    words({
      id: 'inverter',
      head: t('inverter'),
      width: 13,
      sort: 'inverter',
      text: ({ inverter }) => inverter,
    }),
    figures(language, {
      id: 'mppt',
      head: t('mppt'),
      width: 6.5,
      sort: 'mppt',
      value: ({ string }) => string.mpptNo,
      digits: 0,
    }),
    figures(language, {
      id: 'current',
      head: t('current'),
      unit: 'A',
      width: 9,
      sort: 'current',
      value: ({ life }) => life?.now.currentA ?? null,
      digits: 2,
    }),
    figures(language, {
      id: 'voltage',
      head: t('voltage'),
      unit: 'V',
      width: 9,
      sort: 'voltage',
      aside: true,
      value: ({ life }) => life?.now.voltageV ?? null,
      digits: 1,
    }),
    // By night today's energy has a column already.
    ...(rest === 'today'
      ? []
      : [
          figures<Row>(language, {
            id: 'power',
            head: t(rest ?? 'power'),
            unit: rest === null ? 'kW' : 'kWh',
            width: 10,
            sort: 'power',
            value: ({ shown }) => thousandth(shown),
            digits: rest === null ? 3 : 2,
          }),
        ]),
    figures(language, {
      id: 'today',
      head: t('today'),
      unit: 'kWh',
      width: 10,
      sort: 'today',
      value: ({ life }) => thousandth(life?.today.wh ?? null),
      digits: 2,
    }),
    {
      ...peers,
      cell: (row) => {
        const share = row.life?.share ?? 0
        const written = share > 0.005 ? <>+{peers.cell(row)}</> : peers.cell(row)
        return row.life?.odd === true ? (
          <span className={styles.odd}>
            <TrendingDown size={14} aria-hidden />
            {written}
          </span>
        ) : (
          written
        )
      },
    },
    figures(language, {
      id: 'capacity',
      head: t('capacity'),
      unit: 'W',
      width: 10,
      sort: 'capacity',
      aside: true,
      value: ({ string }) => string.capacityW,
      digits: 0,
    }),
  ]
}
