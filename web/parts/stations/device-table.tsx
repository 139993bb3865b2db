import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { kindPlace } from '#domain/devices/kinds.ts'
import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { Age } from '../../app/lists/age.tsx'
import { ListTable } from '../../app/lists/list-table.tsx'
import { sortHere, type SortKeys } from '../../app/lists/sort-here.ts'
import { type Column, figures, moments, thousandth, words } from '../../app/lists/table-columns.ts'
import type { Table } from '../../app/lists/use-table.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathToDevice } from '../../paths.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { deviceLabel, isTroubled } from './device-groups.ts'
import { statusOf } from './device-line.tsx'
import type { DeviceData } from './station-queries.ts'

type DeviceTableProps = {
  table: Table
  devices: readonly DeviceData[]
  /** The day whose energies stand in place of powers; null = powers say more. */
  rest: NightDay | null
  /** What narrows them. */
  typed: string
  stationId: string
  timeZone: string
}

const keysBy = (rest: NightDay | null): SortKeys<DeviceData> => ({
  name: deviceLabel,
  kind: ({ kind }) => kindPlace(kind),
  state: (device) => (isTroubled(device) ? 2 : device.state === null ? null : 1),
  power: (device) => (device.online || rest !== null ? shownOf(device, rest) : null),
  today: ({ todayWh }) => todayWh,
  rated: ({ ratedW }) => ratedW,
  sn: ({ sn }) => sn,
  model: ({ model }) => model || null,
  string: ({ stringNo }) => stringNo,
  heard: ({ lastAt }) => lastAt,
})

/** The devices of a station side by side. */
export function DeviceTable({ table, devices, rest, typed, stationId, timeZone }: DeviceTableProps) {
  const t = useTranslations('station')
  const columns = useColumns(devices, rest, timeZone)
  const rows = useMemo(
    () => sortHere(devices, keysBy(rest), table.on ? table.setting.sort : null),
    [devices, rest, table],
  )
  return (
    <ListTable
      table={table}
      label={t('devices')}
      columns={columns}
      rows={rows}
      listKey={`devices ${stationId} ${typed}`}
      total={rows.length}
      toOf={({ kind, id }) => pathToDevice(kind, id)}
      titleOf={deviceLabel}
      more={null}
      readAll={() => Promise.resolve({ rows, more: false })}
    />
  )
}

const useColumns = (
  devices: readonly DeviceData[],
  rest: NightDay | null,
  timeZone: string,
): Column<DeviceData>[] => {
  const t = useTranslations('table')
  const state = useTranslations('state')
  const kinds = useKindWords()
  const { language } = useFormat()
  const gateways = useMemo(() => new Map(devices.map((one) => [one.id, deviceLabel(one)])), [devices])
  return [
    words({ id: 'name', head: t('head.device'), width: 14, sort: 'name', text: deviceLabel }),
    words({
      id: 'kind',
      head: t('head.kind'),
      width: 8.5,
      sort: 'kind',
      text: ({ kind }) => kinds.short(kind),
    }),
    {
      id: 'state',
      head: t('head.state'),
      width: 9.5,
      sort: 'state',
      falls: true,
      cell: (device) => <StatusPill plain={!isTroubled(device)} status={statusOf(device)} />,
      csv: (device) => state(statusOf(device) ?? 'unknown'),
    },
    // What cannot be heard gives nothing that is known. By night today's energy has a column already.
    ...(rest === 'today'
      ? []
      : [
          figures<DeviceData>(language, {
            id: 'power',
            head: t(rest === null ? 'head.power' : 'head.yesterday'),
            unit: rest === null ? 'kW' : 'kWh',
            width: 10,
            sort: 'power',
            value: (one) => (one.online || rest !== null ? thousandth(shownOf(one, rest)) : null),
            digits: rest === null ? 3 : 2,
          }),
        ]),
    figures(language, {
      id: 'today',
      head: t('head.today'),
      unit: 'kWh',
      width: 10,
      sort: 'today',
      value: ({ todayWh }) => thousandth(todayWh),
      digits: 2,
    }),
    figures(language, {
      id: 'rated',
      head: t('head.rated'),
      unit: 'kW',
      width: 9.5,
      sort: 'rated',
      value: ({ ratedW }) => thousandth(ratedW),
      digits: 2,
    }),
    moments({
      id: 'heard',
      head: t('head.heard'),
      width: 9,
      sort: 'heard',
      falls: true,
      at: ({ lastAt }) => lastAt,
      zoneOf: () => timeZone,
      write: (at) => <Age at={at} />,
    }),
    words({ id: 'sn', head: t('head.sn'), width: 11, sort: 'sn', text: ({ sn }) => sn }),
    words({ id: 'model', head: t('head.model'), width: 10, sort: 'model', text: ({ model }) => model }),
    figures(language, {
      id: 'string',
      head: t('head.string'),
      width: 6,
      sort: 'string',
      value: ({ stringNo }) => stringNo,
      digits: 0,
    }),
    figures(language, {
      id: 'position',
      head: t('head.position'),
      width: 6,
      aside: true,
      value: ({ position }) => position,
      digits: 0,
    }),
    words({
      id: 'gateway',
      head: t('head.gateway'),
      width: 11,
      aside: true,
      text: ({ gatewayId }) => (gatewayId === null ? null : (gateways.get(gatewayId) ?? null)),
    }),
    words({ id: 'brand', head: t('head.brand'), width: 8, aside: true, text: ({ brand }) => brand }),
    words({
      id: 'activated',
      head: t('head.activated'),
      width: 7.5,
      aside: true,
      text: ({ activated }) => t(activated ? 'yes' : 'no'),
    }),
  ]
}
