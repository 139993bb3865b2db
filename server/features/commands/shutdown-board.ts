import type * as z from 'zod/mini'
import type { shutdownBoard } from '#contract/http/control.ts'
import { names } from '#domain/name-order.ts'
import { outcomeOf } from '#domain/commands/command-states.ts'
import { exposedVoltage, SAFE_BELOW_V, shutdownSafety } from '#domain/telemetry/shutdown-safety.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { devicesOfStation, devicesById, type DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { StationRow } from '../stations/station-store.ts'
import { readBack, newestAct, resultsOf } from './shutdown-store.ts'

type Board = z.output<typeof shutdownBoard>
type Reading = NonNullable<Parameters<typeof shutdownSafety>[0]['reading']>

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const volts = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** The newest that is known of a device: its last live report, or a reading that was asked for since. */
const newestReading = (
  row: DeviceNow,
  asked: { at: number; after: Record<string, unknown> } | undefined,
): Reading | null => {
  const reported: Reading | null =
    row.ts === null || row.received_at === null
      ? null
      : {
          ts: row.ts,
          receivedAt: row.received_at,
          flags: row.flags ?? 0,
          keepalive: row.keepalive,
          closed: row.closed,
          inputV: row.u_in,
          outputV: row.u_out,
        }
  if (!asked || (reported !== null && asked.at <= reported.receivedAt)) return reported
  const { at, after } = asked
  return {
    ts: at,
    receivedAt: at,
    flags: 0,
    keepalive: flag(after['keepalive']),
    closed: flag(after['closed']),
    inputV: volts(after['u_in']),
    outputV: volts(after['u_out']),
  }
}

/** How every shutdown device of a station stands at `now`. Unknown is never counted as safe. */
export const readShutdownBoard = async (db: Db, station: StationRow, now: number): Promise<Board> => {
  const [rows, gatewayRows, asked, act] = await Promise.all([
    devicesOfStation(db, station.id, 'shutdown'),
    devicesOfStation(db, station.id, 'gateway'),
    readBack(db, station.id, now - 3_600_000),
    newestAct(db, station.id),
  ])
  const inverters = await devicesById(db, [
    ...new Set(rows.flatMap(({ parent_id: id }) => (id === null ? [] : [id]))),
  ])
  const results: Awaited<ReturnType<typeof resultsOf>> = act ? await resultsOf(db, act.id) : new Map()
  const gatewayOf = new Map(gatewayRows.map((row) => [row.id, { row, online: stateNow(row, now).online }]))
  const inverterOf = new Map(inverters.map((row) => [row.id, row]))
  const byNumber = rows.toSorted((a, b) => names.compare(a.name || a.sn, b.name || b.sn))
  const devices = byNumber.map((row): Board['devices'][number] => {
    const gateway = row.gateway_id === null ? undefined : gatewayOf.get(row.gateway_id)
    const inverter = row.parent_id === null ? undefined : inverterOf.get(row.parent_id)
    const reading = newestReading(row, asked.get(row.id))
    // Behind a gateway that is gone nothing would tell that it has closed since.
    const heard = asked.has(row.id) || stateNow(row, now).online
    const online = heard && gateway?.online === true
    const { verdict, reasons } = shutdownSafety({ now, online, reading })
    const result = results.get(row.id)
    const proven = result?.state === 'verified' && result.settled_at !== null && result.sent_at !== null
    return {
      deviceId: row.id,
      kind: row.kind,
      sn: row.sn,
      name: row.name,
      stringNo: row.string_no,
      position: row.position,
      gateway: gateway
        ? { id: gateway.row.id, name: gateway.row.name, sn: gateway.row.sn, online: gateway.online }
        : null,
      inverter: inverter ? { id: inverter.id, name: inverter.name, sn: inverter.sn } : null,
      verdict,
      reasons,
      keepalive: reading?.keepalive ?? null,
      closed: reading?.closed ?? null,
      volts: reading === null ? null : exposedVoltage(reading),
      readAt: reading === null ? null : Math.min(reading.ts, reading.receivedAt),
      outcome: result ? outcomeOf(result.state) : null,
      confirmedAfterMs: proven ? Math.max(0, (result.settled_at ?? 0) - (result.sent_at ?? 0)) : null,
    }
  })
  const count = (verdict: 'safe' | 'live' | 'unknown'): number =>
    devices.filter((one) => one.verdict === verdict).length
  // After a shutdown only those count that a reading has proven open and that are safe now; after a closing, the proven.
  const confirmed = devices.filter(
    (one) => one.confirmedAfterMs !== null && (act?.on === true || one.verdict === 'safe'),
  )
  return {
    at: now,
    station: { id: station.id, name: station.name, timeZone: station.time_zone, code: station.code },
    safeBelowV: SAFE_BELOW_V,
    counts: { total: devices.length, safe: count('safe'), live: count('live'), unknown: count('unknown') },
    devices,
    last: act
      ? {
          controlId: act.id,
          on: act.on,
          by: { id: act.asked_by, name: act.by },
          askedAt: act.asked_at,
          sentAt: act.sent_at,
          total: act.total,
          confirmed: confirmed.length,
          afterMs:
            confirmed.length === 0
              ? null
              : Math.max(...confirmed.map(({ confirmedAfterMs }) => confirmedAfterMs ?? 0)),
        }
      : null,
  }
}
