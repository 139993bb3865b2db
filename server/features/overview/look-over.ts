import type { Context } from '../../context.ts'
import type { Sight } from '../accounts/scope.ts'
import { type DeviceNow, devicesById, linksOf, quarantineOf } from '../devices/device-store.ts'
import { limitedStations } from '../stations/find-limited.ts'
import { switchedOffAt } from '../stations/switched-off.ts'
import { attentionOf, type AttentionView, switchedOffOf } from './attention.ts'
import { behindGateways, suspectIds } from './overview-store.ts'
import { STATIONS_SHOWN } from '#domain/stations/limits.ts'

export type LookedOver = {
  found: AttentionView['devices']
  /** Stations that stand still, or are held down, on purpose: the newest, and how many. */
  onPurpose: Pick<AttentionView, 'switchedOff' | 'switchedOffTotal' | 'limited' | 'limitedTotal'>
  /** All that was looked at. */
  rows: readonly DeviceNow[]
}

/** What needs a look among the devices of what somebody sees, and what stands still or is held down on purpose. */
export const lookOver = async (
  context: Pick<Context, 'db' | 'figures' | 'stations'>,
  sight: Sight,
  now: number,
): Promise<LookedOver> => {
  const { db } = context
  const rows = await devicesById(db, await suspectIds(context, sight, now))
  // Gateways of suspects are looked at too: whether they are heard decides whose trouble it is.
  const gatewayIds = [
    ...new Set(rows.flatMap((row) => (row.kind === 'gateway' ? [row.id] : (row.gateway_id ?? [])))),
  ]
  const seen = new Set(rows.map(({ id }) => id))
  const [others, behind, links, strangers, off, limited] = await Promise.all([
    devicesById(
      db,
      gatewayIds.filter((id) => !seen.has(id)),
    ),
    behindGateways(db, gatewayIds),
    linksOf(db, gatewayIds),
    quarantineOf(db, gatewayIds),
    switchedOffAt(db, [...new Set(rows.map((row) => row.station_id))], now),
    limitedStations(db, sight.scope),
  ])
  const found = attentionOf([...rows, ...others], now, {
    behind,
    off,
    links: new Map(links.map((link) => [link.device_id, link])),
    strangers: Map.groupBy(strangers, (row) => row.gateway_id),
  })
  const switchedOff = switchedOffOf(rows, now, off)
  const onPurpose = {
    switchedOff: switchedOff.slice(0, STATIONS_SHOWN),
    switchedOffTotal: switchedOff.length,
    limited: limited.slice(0, STATIONS_SHOWN),
    limitedTotal: limited.length,
  }
  return { found, onPurpose, rows: [...rows, ...others] }
}
