import { recordDone } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../accounts/who.ts'
import { mustManageStation } from '../devices/add-gateway.ts'
import { devicesById } from '../devices/device-store.ts'
import { revokeCredentials } from '../devices/gateway-credentials.ts'
import { builtInEdge, dropBuiltIn, insertBuiltIn } from './built-in-store.ts'

type HandContext = Pick<Context, 'db' | 'changeEvents' | 'edges'>

/**
 * Hands the edge of this server to a station: from then on whoever manages that one may search the network the server
 * stands in. It comes there by itself.
 * @throws Refusal `not_found`, `forbidden`, `edge_off`, `wrong_state` while it is handed out
 */
export const handOutEdge = async (
  { db, changeEvents, edges }: HandContext,
  caller: Caller,
  given: { stationId: string; name: string },
): Promise<void> => {
  await transact(db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, given.stationId)
    const server = edges.builtIn ?? refuse('edge_off')
    const { now, who } = caller
    if (!(await insertBuiltIn(trx, { ...given, server, by: who.accountId, now }))) refuse('wrong_state')
    await recordDone(trx, caller, {
      companyId,
      action: 'edge.hand-out',
      objectKind: 'station',
      objectId: given.stationId,
      detail: {},
    })
  })
  edges.builtInChanged.tell()
  changeEvents.tell({ type: 'changed', stationId: given.stationId, what: 'edges' })
}

/**
 * Takes it back: its login ends at once, the gateway and its history stay with the station.
 * @throws Refusal `wrong_state` while it is handed to nobody, `unavailable`
 */
export const takeBackEdge = async (
  context: HandContext & Parameters<typeof revokeCredentials>[0],
  caller: Caller,
): Promise<void> => {
  const { db, changeEvents, edges } = context
  const given = await transact(db, async (trx) => {
    const row = (await builtInEdge(trx)) ?? refuse('wrong_state')
    await dropBuiltIn(trx)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'edge.take-back',
      objectKind: 'station',
      objectId: row.station_id,
      detail: { gatewayId: row.gateway_id },
    })
    return row
  })
  edges.builtInChanged.tell()
  changeEvents.tell({ type: 'changed', stationId: given.station_id, what: 'edges' })
  // A gateway that was deleted meanwhile has no login any more.
  if (given.gateway_id !== null && (await devicesById(db, [given.gateway_id])).length > 0)
    await revokeCredentials(context, caller, given.gateway_id)
}
