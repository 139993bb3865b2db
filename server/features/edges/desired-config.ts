import type { Config } from '#contract/mqtt/config.ts'
import { wireMap } from '#contract/mqtt/topic-map.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { setIntervalOf } from '../commands/find-set-interval.ts'
import { desiredSettings } from '../devices/device-store.ts'
import { edgeDevicesOf, type EdgeDeviceRow } from './edge-device-store.ts'
import { changeEdge, lockEdgeBySerial } from './edge-store.ts'

/** An entry as it goes to the edge: its secret sealed. */
export const wireDevice = (
  row: Pick<EdgeDeviceRow, 'id' | 'url' | 'profile' | 'interval_s' | 'sealed' | 'map'>,
): NonNullable<NonNullable<Config['devices']>>[number] => ({
  id: row.id,
  url: row.url,
  ...(row.profile === null ? {} : { profile: row.profile }),
  interval_s: row.interval_s,
  ...(row.sealed === null ? {} : { secret: row.sealed }),
  ...(row.map === null ? {} : { map: wireMap(row.map) }),
})

/**
 * All that is wanted of a gateway, whole, as it is published: the one place that makes it. Null for an unknown one. Each
 * time it is made its revision is a larger one, so that of two that are on their way the newer wins.
 */
export const desiredConfig = async (db: Db, gatewaySn: string, now: number): Promise<Config | null> =>
  transact(db, async (trx) => {
    const ofStation = await desiredSettings(trx, gatewaySn)
    if (ofStation === null) return null
    // What a command has set holds over births, as far as the station wants to hear no more often.
    const set = await setIntervalOf(trx, gatewaySn)
    const settings = { report_s: Math.min(ofStation.report_s, set ?? Infinity) }
    const seconds = Math.floor(now / 1000)
    const edge = await lockEdgeBySerial(trx, gatewaySn)
    if (!edge) return { v: 1, rev: seconds, ...settings }
    const rev = Math.max((edge.rev ?? 0) + 1, seconds)
    await changeEdge(trx, edge.gateway_id, { rev })
    const devices = await edgeDevicesOf(trx, edge.gateway_id)
    return { v: 1, rev, ...settings, devices: devices.map(wireDevice) }
  })
