import { givesPower } from '#domain/devices/kinds.ts'
import { addDays, dayAt } from '#domain/telemetry/local-days.ts'
import { nightEnergy, type NightDay } from '#domain/telemetry/night-energy.ts'
import { nightDayAt } from '../stations/station-light.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ListedDevice } from './device-store.ts'
import { devicesById, linksOf, quarantineOf } from './device-store.ts'
import { dropsOf } from './drop-store.ts'
import type { DeviceRowView, GatewayLinkView, ReadingView } from './present-device.ts'
import { presentDevice, presentLink, presentReading } from './present-device.ts'
import { energyOfDay } from './find-today.ts'

/** The present local day at a station, and of which day the light has gone there. */
type StationDay = { today: string; yesterday: string; night: NightDay | null }

const daysOf = (rows: readonly ListedDevice[], now: number): ReadonlyMap<string, StationDay> => {
  const days = new Map<string, StationDay>()
  for (const row of rows) {
    if (days.has(row.station_id)) continue
    const today = dayAt(now, row.time_zone)
    days.set(row.station_id, { today, yesterday: addDays(today, -1), night: nightDayAt(row, now) })
  }
  return days
}

/** Devices with their energies, those of a night before sunrise as well, in one statement. */
export const presentDevices = async (
  db: Db,
  rows: readonly ListedDevice[],
  now: number,
): Promise<DeviceRowView[]> => {
  if (rows.length === 0) return []
  const days = daysOf(rows, now)
  const { rows: found } = await energyOfDay(
    db,
    rows.flatMap(({ no, kind, station_id: stationId }) => {
      const at = days.get(stationId)
      if (!at) return []
      const today = { no, day: at.today }
      return at.night === 'yesterday' && givesPower(kind) ? [today, { no, day: at.yesterday }] : [today]
    }),
  )
  const made = new Map(found.map(({ no, day, wh }) => [`${no} ${day}`, wh]))
  return rows.map((row) => {
    const at = days.get(row.station_id)
    const whOn = (day: string | undefined): number | null => made.get(`${row.no} ${day}`) ?? null
    const todayWh = whOn(at?.today)
    const night = givesPower(row.kind) ? (at?.night ?? null) : null
    const nightWh = night === 'yesterday' ? whOn(at?.yesterday) : todayWh
    return presentDevice(row, { todayWh, night: nightEnergy(night, nightWh) }, now)
  })
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
