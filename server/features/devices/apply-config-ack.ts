import type { ConfigAck } from '#contract/mqtt/config.ts'
import type { Context } from '../../context.ts'
import { gatewayBySerial } from './device-store.ts'
import { saveLink } from './gateway-link-store.ts'

/** A gateway says which reporting interval it keeps from now on. False when it refused or is not in force. */
export const applyConfigAck = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  ack: ConfigAck,
): Promise<boolean> => {
  if (!ack.ok || typeof ack.report_s !== 'number') return false
  const gateway = await gatewayBySerial(db, gatewaySn)
  if (!gateway) return false
  await saveLink(db, gateway.id, { report_s: Math.round(ack.report_s) })
  changeEvents.tell({ type: 'device', stationId: gateway.station_id, deviceId: gateway.id })
  return true
}
