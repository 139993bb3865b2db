import { useMemo } from 'react'
import { energyCell, type HeatCell } from '#domain/telemetry/heat.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { deviceLabel } from '../../stations/device-groups.ts'
import { useArray, type DeviceData } from '../use-array.ts'
import { isDark, nightDayOf, useHeatNow } from '../use-heat.ts'
import { ModuleRoof } from './module-roof.tsx'
import { PartRoof, type Part } from './part-roof.tsx'
import { RoofSkeleton } from './roof-skeleton.tsx'

/** An inverter as a cell. Asleep with the sun it gives 0 W, which is known. */
const cellOf = ({ online, state, powerW, lastAt }: DeviceData): HeatCell => {
  if (lastAt === null) return { state: 'never', value: null, ts: null }
  if (state === 'standby') return { state: 'zero', value: 0, ts: lastAt }
  if (!online || state === 'disconnected') return { state: 'stale', value: null, ts: lastAt }
  if (state === 'shutdown') return { state: 'shutdown', value: powerW, ts: lastAt }
  if (powerW === null) return { state: 'unmeasured', value: null, ts: lastAt }
  return { state: powerW > 0 ? 'value' : 'zero', value: Math.max(0, powerW), ts: lastAt }
}

/** What a station has on its roof, as far as it is told apart: its modules, else its strings, else its inverters. */
export function RoofCard({ stationId }: { stationId: string }) {
  const { plan, devices, array, stringName, error, again } = useArray(stationId)
  if (!plan || !devices || !array)
    return (
      <Waiting of={{ error, refetch: again }}>
        <RoofSkeleton />
      </Waiting>
    )
  return plan.cells.length > 0 ? (
    <ModuleRoof stationId={stationId} plan={plan} />
  ) : (
    <Parts stationId={stationId} devices={devices} stringName={stringName} />
  )
}

type Strings = Answer<'GET /api/stations/{stationId}/strings-now'>['strings']

/** Strings stand for the roof when each of them is measured alone, and there are some to compare. */
const tellStrings = (strings: Strings): boolean =>
  strings.length > 1 &&
  strings.every(({ by, now }) => by !== null && (now.powerW !== null || now.known === 0))

/** What no stream tells is asked for this often. */
const AGAIN_MS = 60_000

type PartsProps = {
  stationId: string
  devices: readonly DeviceData[]
  stringName: ReturnType<typeof useArray>['stringName']
}

function Parts({ stationId, devices, stringName }: PartsProps) {
  const heat = useHeatNow(stationId, 'power')
  const told = useData(
    'GET /api/stations/{stationId}/strings-now',
    { params: { stationId } },
    { refetchInterval: AGAIN_MS },
  )
  const rows = told.data?.strings
  const strings = useMemo(
    () =>
      rows && tellStrings(rows)
        ? rows.map((one): Part => ({
            id: one.id,
            name: stringName(one),
            cell: { state: one.now.state, value: one.now.powerW, ts: one.now.ts },
            sizeW: one.capacityW,
          }))
        : null,
    [rows, stringName],
  )
  const inverters = useMemo(
    () =>
      devices
        .filter(({ kind }) => kind === 'inverter')
        .map((one): Part => ({ id: one.id, name: deviceLabel(one), cell: cellOf(one), sizeW: one.ratedW })),
    [devices],
  )
  const values = heat.data?.values
  const ofDay = useMemo(() => {
    const whOf = new Map((values ?? []).map(({ deviceId, dayWh }) => [deviceId, dayWh]))
    return inverters.map((one): Part => ({ ...one, cell: energyCell(whOf.get(one.id) ?? null, one.cell) }))
  }, [inverters, values])
  // Without the strings, the inverters are there all the same.
  if (!heat.data || (told.isPending && !told.error)) return <RoofSkeleton />
  const dark = isDark(heat.data)
  const day = nightDayOf(heat.data)
  // Strings have no counters: after sunset what their inverters have made is told apart.
  if (day !== null && (strings === null || inverters.length > 1))
    return <PartRoof stationId={stationId} unit="inverter" parts={ofDay} dark={false} day={day} />
  if (strings) return <PartRoof stationId={stationId} unit="string" parts={strings} dark={dark} />
  return <PartRoof stationId={stationId} unit="inverter" parts={inverters} dark={dark} />
}
