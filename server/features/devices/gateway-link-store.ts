import type { Selectable, Updateable } from 'kysely'
import type { GatewayConnection } from '#domain/devices/presence.ts'
import type { GatewayLinkTable } from '../../platform/db/tables/devices.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { PoolClient } from 'pg'
import { plainArray } from '../../platform/db/plain-array.ts'

export type LinkRow = Selectable<GatewayLinkTable>

/** Counts of a gateway may be larger than their columns: beyond it they are all the same. */
const COUNT_MAX = 2_147_483_647

/** The gateway's link, locked until the end of the transaction; made when it has none. */
export const lockLink = async (trx: Db, gatewayId: string): Promise<LinkRow> => {
  const held = () => trx.selectFrom('gateway_link').selectAll().where('device_id', '=', gatewayId).forUpdate()
  const found = await held().executeTakeFirst()
  if (found) return found
  await trx
    .insertInto('gateway_link')
    .values({ device_id: gatewayId, secret_hash: null, ...unknownLink })
    .onConflict((conflict) => conflict.column('device_id').doNothing())
    .execute()
  return held().executeTakeFirstOrThrow()
}

const unknownLink = {
  boot: null,
  conn: null,
  csq: null,
  queue: null,
  clock_offset_ms: null,
  inventory_rev: null,
  report_s: null,
}

/** The connection in force; null before the first birth. */
export const connectionOf = ({ boot, conn }: LinkRow): GatewayConnection | null =>
  boot === null || conn === null ? null : { boot, conn }

export const heldCount = (count: number): number => Math.min(count, COUNT_MAX)

/** Gives the gateway its login; null revokes it. */
export const setSecretHash = async (db: Db, gatewayId: string, hash: string | null): Promise<void> => {
  await db
    .insertInto('gateway_link')
    .values({ device_id: gatewayId, secret_hash: hash, ...unknownLink })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ secret_hash: hash }))
    .execute()
}

/**
 * Whether this boot reported before the connection in force began. Boots are random and never come back, so what says
 * to be of such a one is old: recorded and sent again.
 */
export const isPastBoot = async (
  db: Db,
  gatewayNo: number,
  link: LinkRow,
  boot: string,
): Promise<boolean> => {
  if (link.boot === null || link.boot === boot || link.birth_at === null) return false
  const earlier = await db
    .selectFrom('gateway_message')
    .select('seq')
    .where('gateway_no', '=', gatewayNo)
    .where('boot', '=', boot)
    .where('received_at', '<', instant(link.birth_at))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

export const linkState = (db: Db, deviceId: string) =>
  db
    .selectFrom('gateway_link')
    .select(['connected', 'birth_at'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()

export const saveLink = async (
  trx: Db,
  deviceId: string,
  fields: Updateable<Tables['gateway_link']>,
): Promise<void> => {
  await trx.updateTable('gateway_link').set(fields).where('device_id', '=', deviceId).execute()
}

/** Adds to what a gateway sent and the server did not take. */
export const countRefused = async (
  client: PoolClient,
  refused: ReadonlyMap<string, number>,
): Promise<void> => {
  const sorted = [...refused].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.length === 0) return
  await client.query(
    `INSERT INTO gateway_link (device_id, refused)
     SELECT * FROM unnest($1::uuid[], $2::bigint[])
     ON CONFLICT (device_id) DO UPDATE SET refused = gateway_link.refused + excluded.refused`,
    [sorted.map(([id]) => id), sorted.map(([, count]) => count)],
  )
}

/** How far gateways' clocks are ahead of the arrival, ms. */
export const saveClockOffsets = async (
  client: PoolClient,
  offsets: readonly { id: string; offsetMs: number }[],
): Promise<void> => {
  if (offsets.length === 0) return
  const rows = offsets.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await client.query(
    `UPDATE gateway_link k SET clock_offset_ms = c.ms
       FROM unnest($1::uuid[], $2::float8[]) AS c(id, ms) WHERE k.device_id = c.id`,
    [plainArray(rows.map(({ id }) => id)), plainArray(rows.map(({ offsetMs }) => offsetMs))],
  )
}
