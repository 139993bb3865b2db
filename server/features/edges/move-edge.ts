import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { moveEdgeDevices } from './edge-device-store.ts'
import { edgeOf, saveEdge } from './edge-store.ts'

/**
 * A gateway goes on under another id, at another station of its company: an edge of ours keeps its key, its list and the
 * passwords that are sealed to it, and so its login, which nobody has ever seen. At another company's station nothing of
 * it goes along. True when it is an edge and goes on.
 * @throws Refusal `wrong_state` for the edge of this server, which is handed out and taken back
 */
export const moveEdge = async (
  trx: Db,
  from: string,
  to: { gatewayId: string; sameCompany: boolean },
): Promise<boolean> => {
  const edge = await edgeOf(trx, from)
  if (edge?.built_in) refuse('wrong_state')
  if (!edge || !to.sameCompany) return false
  const { paired_at: pairedAt, store_oldest_at: oldestAt, told_at: toldAt, ...rest } = edge
  await saveEdge(trx, {
    ...rest,
    gateway_id: to.gatewayId,
    paired_at: new Date(pairedAt),
    store_oldest_at: oldestAt === null ? null : new Date(oldestAt),
    told_at: toldAt === null ? null : new Date(toldAt),
  })
  await moveEdgeDevices(trx, from, to.gatewayId)
  return true
}
