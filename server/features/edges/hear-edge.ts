import { isEdgeKey } from '#contract/mqtt/sealed.ts'
import type { ConfigAck } from '#contract/mqtt/config.ts'
import type { Links } from '#contract/mqtt/links.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../platform/db/open.ts'
import { edgeDevicesOf, loseSeals } from './edge-device-store.ts'
import { keepLinks, keepRefused } from './edge-link-store.ts'
import { changeEdge, edgeBySerial, lockEdgeBySerial, saveEdge } from './edge-store.ts'
import { gatewayBySerial } from '../devices/device-store.ts'

type HearContext = Pick<Context, 'db' | 'changeEvents'>

/**
 * A gateway says at its birth that it is an edge, and by which key. What was sealed to another one it cannot open; one
 * whose login was typed in by hand becomes an edge by that word.
 */
export const hearEdgeBirth = async (
  { db, changeEvents }: HearContext,
  gatewaySn: string,
  said: Birth['edge'],
  arrivedAt: number,
): Promise<void> => {
  if (!said || !isEdgeKey(said.key)) return
  const stationId = await transact(db, async (trx) => {
    const gateway = await gatewayBySerial(trx, gatewaySn)
    if (!gateway) return null
    const edge = await lockEdgeBySerial(trx, gatewaySn)
    if (edge?.public_key === said.key && edge.version === said.version) return null
    if (edge && edge.public_key !== said.key) await loseSeals(trx, edge.gateway_id)
    await saveEdge(trx, {
      gateway_id: gateway.id,
      public_key: said.key,
      version: said.version,
      built_in: edge?.built_in ?? false,
      paired_at: new Date(edge?.paired_at ?? arrivedAt),
    })
    return gateway.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'edges' })
}

/** An edge has taken the settings of a revision, but for entries of the list that it refuses. An older answer is no news. */
export const hearEdgeAck = async (
  { db, changeEvents }: HearContext,
  gatewaySn: string,
  ack: ConfigAck,
): Promise<void> => {
  const stationId = await transact(db, async (trx) => {
    const edge = await lockEdgeBySerial(trx, gatewaySn)
    if (!edge || ack.rev < (edge.taken_rev ?? 0) || edge.rev === null || ack.rev > edge.rev) return null
    await changeEdge(trx, edge.gateway_id, {
      taken_rev: ack.rev,
      refused_code: ack.ok ? null : (ack.code ?? 'refused'),
    })
    const refused = (ack.refused ?? []).map(({ id, code, text }) => ({ id, code, says: text ?? null }))
    await keepRefused(trx, edge.gateway_id, ack.rev, refused)
    return edge.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'edges' })
}

/** How an edge and its devices get on, as it told it last. Of entries that are gone nothing is kept. */
export const hearLinks = async (
  { db, changeEvents }: HearContext,
  gatewaySn: string,
  links: Links,
  arrivedAt: number,
): Promise<void> => {
  const edge = await edgeBySerial(db, gatewaySn)
  if (!edge) return
  await transact(db, async (trx) => {
    const own = new Set((await edgeDevicesOf(trx, edge.gateway_id)).map(({ id }) => id))
    await keepLinks(
      trx,
      links.devices.filter(({ id }) => own.has(id)),
    )
    const { waiting, bytes, dropped, oldest, trouble } = links.store
    await changeEdge(trx, edge.gateway_id, {
      store_waiting: waiting,
      store_bytes: bytes,
      store_dropped: dropped,
      store_oldest_at: oldest === null || oldest === undefined ? null : new Date(oldest),
      store_trouble: trouble ?? null,
      told_at: new Date(arrivedAt),
    })
  })
  changeEvents.tell({ type: 'changed', stationId: edge.station_id, what: 'edges' })
}
