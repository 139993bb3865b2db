import { dayAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { DeviceNow } from './device-store.ts'
import { devicesById, linksOf, quarantineOf } from './device-store.ts'
import { dropsOf } from './drop-store.ts'
import type { DeviceRowView, GatewayLinkView, ReadingView } from './present-device.ts'
import { presentDevice, presentLink, presentReading } from './present-device.ts'
import { energyOfDay } from './find-today.ts'

/** Wh of each device in its station's present local day, by number; nothing known = not in the answer. */
export const todayOf = async (
  db: Db,
  rows: readonly Pick<DeviceNow, 'no' | 'time_zone'>[],
  now: number,
): Promise<Map<number, number>> => {
  if (rows.length === 0) return new Map()
  const days = new Map([...new Set(rows.map((row) => row.time_zone))].map((zone) => [zone, dayAt(now, zone)]))
  const { rows: found } = await energyOfDay(db, rows, days)
  return new Map(found.map(({ no, wh }) => [no, wh]))
}

export const presentDevices = async (
  db: Db,
  rows: readonly DeviceNow[],
  now: number,
): Promise<DeviceRowView[]> => {
  const today = await todayOf(db, rows, now)
  return rows.map((row) => presentDevice(row, today.get(row.no) ?? null, now))
}

export type DeviceNowEvent = {
  type: 'device'
  stationId: string
  device: DeviceRowView
  latest: ReadingView | null
  link: GatewayLinkView | null
}

/**
 * Devices as the live stream sends them: row, newest reading and, of a gateway, its link. Removed ones are left out.
 * The ids are the caller's to have checked, and what is sent to whom is too.
 */
export const deviceEvents = async (
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<DeviceNowEvent[]> => {
  const rows = await devicesById(db, ids)
  const gateways = rows.flatMap(({ id, kind }) => (kind === 'gateway' ? [id] : []))
  const [views, links, quarantine, drops] = await Promise.all([
    presentDevices(db, rows, now),
    linksOf(db, gateways),
    quarantineOf(db, gateways),
    dropsOf(db, gateways),
  ])
  const linkOf = new Map(links.map((link) => [link.device_id, link]))
  const strangersOf = Map.groupBy(quarantine, (row) => row.gateway_id)
  const dropsBy = Map.groupBy(drops, (row) => row.gateway_id)
  return rows.flatMap((row, index): DeviceNowEvent[] => {
    const device = views[index]
    if (device === undefined) return []
    const link = linkOf.get(row.id)
    return [
      {
        type: 'device',
        stationId: row.station_id,
        device,
        latest: row.kind === 'gateway' ? null : presentReading(row),
        link: link ? presentLink(link, strangersOf.get(row.id) ?? [], dropsBy.get(row.id) ?? []) : null,
      },
    ]
  })
}
