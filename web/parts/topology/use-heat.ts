import { useEffect, useMemo } from 'react'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import {
  energyCell,
  heardCell,
  silentCell,
  type HeatCell,
  type HeatMetric,
  type PlanMetric,
} from '#domain/telemetry/heat.ts'
import { nightEnergy, restOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { generationW } from '#domain/telemetry/generation.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { live } from '../../app/live/live.ts'
import { dataKey, queryClient, useData } from '../../app/data/query.ts'
import { todayIn } from '../../kit/chart/period.ts'

export type Heat = Answer<'GET /api/stations/{stationId}/heat'>
type DeviceEvent = Extract<LiveEvent, { type: 'device' }>
type Latest = NonNullable<DeviceEvent['latest']>

/** What nobody tells (a device falling silent) is asked for this often. */
const ASK_MS = 120_000
/** Events within this time are one change of the picture. */
const GATHER_MS = 300

const valueOf = (latest: Latest, metric: HeatMetric): number | null => {
  if (metric === 'power')
    return generationW({ acW: latest.powerW, pvW: latest.pvPowerW, pvWh: latest.pvEnergyWh }, latest.flags)
  if (metric === 'voltage')
    return hasFlag(latest.flags, 'voltage') ? null : (latest.inputV ?? latest.mppt?.[0]?.v ?? null)
  return hasFlag(latest.flags, 'temperature') ? null : latest.temperatureC
}

/** A place as an event of the stream has it. */
export const cellOfEvent = ({ device, latest }: DeviceEvent, metric: HeatMetric): HeatCell => {
  if (!latest) return silentCell(metric, device.lastAt, false)
  if (device.state === 'disconnected' || !device.online) return silentCell(metric, latest.ts, false)
  return heardCell(metric, { ...latest, value: valueOf(latest, metric) })
}

/** The light has gone at the station. */
export const isDark = (heat: Heat): boolean => heat.night !== null

/** Of which day energies are; null = nothing is known of any. */
export const energyDayOf = (heat: Heat): NightDay | null =>
  heat.values.every(({ dayWh }) => dayWh === null || dayWh <= 0)
    ? null
    : heat.energyDay === todayIn(heat.at, heat.timeZone)
      ? 'today'
      : 'yesterday'

/** The day that is shown while nothing is given for want of light; null = what is given now says more. */
export const nightDayOf = (heat: Heat): NightDay | null =>
  restOf(heat.values.map(({ value, dayWh }) => ({ powerW: value, night: nightEnergy(heat.night, dayWh) })))

/** What is measured for a plan that shows this: energies come with powers. */
export const measuredFor = (metric: PlanMetric): HeatMetric => (metric === 'energy' ? 'power' : metric)

/** What every place gives now, moved by the stream as long as the page is open; of the day its energy. */
export const useHeatNow = (stationId: string, shown: PlanMetric) => {
  const metric = measuredFor(shown)
  const query = useData(
    'GET /api/stations/{stationId}/heat',
    { params: { stationId }, query: { metric } },
    { keep: true, refetchInterval: ASK_MS, enabled: stationId !== '' },
  )
  useEffect(() => {
    const events = new Map<string, DeviceEvent>()
    let timer = 0
    const apply = (): void => {
      timer = 0
      const key = dataKey('GET /api/stations/{stationId}/heat', { params: { stationId }, query: { metric } })
      queryClient.setQueryData<Heat>(
        key,
        (old) =>
          old && {
            ...old,
            values: old.values.map((one) => {
              const event = one.deviceId === null ? undefined : events.get(one.deviceId)
              if (!event) return one
              const cell = cellOfEvent(event, metric)
              // A late event never moves a place back.
              return cell.ts !== null && one.ts !== null && cell.ts < one.ts ? one : { ...one, ...cell }
            }),
          },
      )
      events.clear()
    }
    const leave = live.listen((event) => {
      if (event.type !== 'device' || event.device.stationId !== stationId) return
      events.set(event.device.id, event)
      timer ||= window.setTimeout(apply, GATHER_MS)
    })
    return () => {
      leave()
      window.clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is made of an event depends on it
  }, [stationId, metric])
  const values = query.data?.metric === metric ? query.data.values : undefined
  const cells = useMemo(
    () =>
      new Map(
        (values ?? []).map(({ placeId, state, value, ts, dayWh }) => {
          const cell = { state, value, ts }
          return [placeId, shown === 'energy' ? energyCell(dayWh, cell) : cell]
        }),
      ),
    [values, shown],
  )
  return { ...query, cells, shown: values !== undefined }
}
