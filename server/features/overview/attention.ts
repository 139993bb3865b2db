import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import type * as z from 'zod/mini'
import type { overviewRoutes } from '#contract/http/overview.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { NEVER_HEARD_MS } from '#domain/telemetry/device-state.ts'
import { CLOCK_AHEAD_MS } from '#domain/telemetry/reading-time.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { SwitchedOff } from '../stations/switched-off.ts'
import { QUARANTINE_SHOWN_MS } from './overview-store.ts'

export type AttentionView = z.output<(typeof overviewRoutes)['GET /api/attention']['output']>
/** A device that needs a look. */
export type Found = AttentionView['devices'][number]
type Finding = Pick<Found, 'reason' | 'since' | 'children'>

export type Surroundings = {
  behind: ReadonlyMap<string, { children: number; ratedW: number | null }>
  /** By gateway. */
  links: ReadonlyMap<string, { clock_offset_ms: number | null }>
  /** Devices that somebody switched off. */
  off: ReadonlyMap<string, SwitchedOff>
  strangers: ReadonlyMap<string, readonly { first_at: number; last_at: number }[]>
}

/** A new one waits for its first word on its own page; after an hour it is said. */
const neverHeard = (row: DeviceNow, now: number, children: number): Finding | null =>
  row.created_at <= now - NEVER_HEARD_MS ? { reason: 'never_heard', since: row.created_at, children } : null

const gatewayFinding = (
  row: DeviceNow,
  now: number,
  around: Surroundings,
  wrongClocks: number,
): Finding | null => {
  const { online, lastAt } = stateNow(row, now)
  const children = around.behind.get(row.id)?.children ?? 0
  if (lastAt === null) return neverHeard(row, now, children)
  if (!online) return { reason: 'gateway_silent', since: lastAt, children }
  const offset = Math.abs(around.links.get(row.id)?.clock_offset_ms ?? 0)
  if (wrongClocks > 0 || offset > CLOCK_AHEAD_MS)
    return { reason: 'clock', since: null, children: wrongClocks }
  const strangers = (around.strangers.get(row.id) ?? []).filter(
    ({ last_at }) => last_at > now - QUARANTINE_SHOWN_MS,
  )
  if (strangers.length === 0) return null
  const since = Math.min(...strangers.map(({ first_at }) => first_at))
  return { reason: 'quarantine', since, children: strangers.length }
}

const deviceFinding = (
  row: DeviceNow,
  now: number,
  silentGateways: ReadonlySet<string>,
  off: Surroundings['off'],
): Finding | null => {
  // What stands behind a silent gateway is that gateway's trouble.
  if (row.gateway_id !== null && silentGateways.has(row.gateway_id)) return null
  const { state, lastAt } = stateNow(row, now)
  if (lastAt === null) return neverHeard(row, now, 0)
  // What somebody switched off is as it should be.
  if (state === 'shutdown' && off.has(row.id)) return null
  if (state === 'shutdown') return { reason: 'shutdown', since: lastAt, children: 0 }
  if (state === 'disconnected') return { reason: 'device_silent', since: lastAt, children: 0 }
  return null
}

/** What needs a look among devices and their gateways, worst first: one entry a device, with its worst reason. */
export const attentionOf = (rows: readonly DeviceNow[], now: number, around: Surroundings): Found[] => {
  const gateways = rows.filter(({ kind }) => kind === 'gateway')
  const silent = new Set(gateways.flatMap((row) => (stateNow(row, now).online ? [] : [row.id])))
  const wrongClocks = new Map<string, number>()
  for (const { kind, gateway_id, flags } of rows)
    if (kind !== 'gateway' && gateway_id !== null && hasFlag(flags ?? 0, 'clock'))
      wrongClocks.set(gateway_id, (wrongClocks.get(gateway_id) ?? 0) + 1)

  const entries = rows.flatMap((row): Found[] => {
    const finding =
      row.kind === 'gateway'
        ? gatewayFinding(row, now, around, wrongClocks.get(row.id) ?? 0)
        : deviceFinding(row, now, silent, around.off)
    if (finding === null) return []
    return [
      {
        id: row.id,
        stationId: row.station_id,
        stationName: row.station_name,
        kind: row.kind,
        sn: row.sn,
        name: row.name,
        state: stateNow(row, now).state,
        ...finding,
        affectedW:
          row.kind === 'gateway'
            ? (around.behind.get(row.id)?.ratedW ?? null)
            : ratedForReadings(row.rated_w, row.shown_w),
      },
    ]
  })
  return entries.sort(worstFoundFirst)
}

export const worstFoundFirst = (a: Found, b: Found): number =>
  attentionReasons.indexOf(a.reason) - attentionReasons.indexOf(b.reason) ||
  (b.affectedW ?? 0) - (a.affectedW ?? 0) ||
  (a.since ?? 0) - (b.since ?? 0) ||
  (a.sn < b.sn ? -1 : 1)

/** What stands still because somebody wanted it, a station each, by the newest act. */
export const switchedOffOf = (
  rows: readonly DeviceNow[],
  now: number,
  off: ReadonlyMap<string, SwitchedOff>,
): AttentionView['switchedOff'] =>
  [
    ...Map.groupBy(
      rows.filter((row) => off.has(row.id) && stateNow(row, now).state === 'shutdown'),
      (row) => row.station_id,
    ),
  ]
    .flatMap(([stationId, mine]) => {
      const [last] = mine.flatMap((row) => off.get(row.id) ?? []).toSorted((a, b) => b.at - a.at)
      const [row] = mine
      return row === undefined || last === undefined
        ? []
        : [
            {
              stationId,
              stationName: row.station_name,
              timeZone: row.time_zone,
              devices: mine.length,
              at: last.at,
              by: last.by,
            },
          ]
    })
    .sort((a, b) => b.at - a.at || (a.stationId < b.stationId ? -1 : 1))
