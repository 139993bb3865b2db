import { useEffect, useMemo } from 'react'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import { heardCell, silentCell, type HeatCell, type HeatMetric } from '#domain/telemetry/heat.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { generationW } from '#domain/telemetry/generation.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { live } from '../../app/live/live.ts'
import { dataKey, queryClient, useData } from '../../app/data/query.ts'

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

/** What every place gives now, moved by the stream as long as the page is open. */
export const useHeatNow = (stationId: string, metric: HeatMetric) => {
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
    () => new Map((values ?? []).map(({ placeId, state, value, ts }) => [placeId, { state, value, ts }])),
    [values],
  )
  return { ...query, cells, shown: values !== undefined }
}
