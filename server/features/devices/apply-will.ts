import type { Will } from '#contract/mqtt/status.ts'
import { isCurrentWill } from '#domain/devices/presence.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { gatewayBySerial } from './device-store.ts'
import { connectionOf, heldCount, lockLink, saveLink } from './gateway-link-store.ts'

/** A gateway has gone. Ignored (false) unless it is the connection in force that ended; once is enough. */
export const applyWill = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  will: Will,
  arrivedAt: number,
): Promise<boolean> => {
  const gateway = await transact(db, async (trx) => {
    const found = await gatewayBySerial(trx, gatewaySn)
    if (!found) return null
    const link = await lockLink(trx, found.id)
    if (
      !link.connected ||
      !isCurrentWill(connectionOf(link), { boot: will.boot, conn: heldCount(will.conn) })
    )
      return null
    await saveLink(trx, found.id, { connected: false, gone_at: new Date(arrivedAt) })
    return found
  })
  if (gateway === null) return false
  changeEvents.tell({ type: 'device', stationId: gateway.station_id, deviceId: gateway.id })
  return true
}
