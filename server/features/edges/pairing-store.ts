import { type Expression, sql, type Insertable, type SqlBool } from 'kysely'
import { PAIRINGS_AT_ONCE } from '#domain/edges/limits.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** A used or ended code is kept this long, so that the page that shows it can say so. */
const KEPT_MS = 7 * 86_400_000

export type NewPairing = Insertable<Tables['edge_pairing']>

/** False when as many other codes wait at the station as there can be. The caller holds the station. */
export const savePairing = async (trx: Db, row: NewPairing, now: number): Promise<boolean> => {
  const { waiting } = await trx
    .selectFrom('edge_pairing')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('station_id', '=', row.station_id)
    .where('id', '<>', row.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .executeTakeFirstOrThrow()
  if (waiting >= PAIRINGS_AT_ONCE) return false
  const code = { code_hash: row.code_hash, asked_at: row.asked_at, expires_at: row.expires_at }
  const saved = await trx
    .insertInto('edge_pairing')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(code).where('edge_pairing.used_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

export const visiblePairing = (db: Db, id: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('edge_pairing')
    .innerJoin('station', 'station.id', 'edge_pairing.station_id')
    .selectAll('edge_pairing')
    .where('edge_pairing.id', '=', id)
    .where(scope)
    .executeTakeFirst()

export const pairingByCode = (db: Db, codeHash: Buffer) =>
  db.selectFrom('edge_pairing').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()

/** Marks a code as used; false when it is used or ended already. Of several at once one gets it. */
export const usePairing = async (trx: Db, id: string, gatewayId: string, now: number): Promise<boolean> => {
  const row = await trx
    .updateTable('edge_pairing')
    .set({ used_at: new Date(now), gateway_id: gatewayId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const dropOldPairings = async (db: Db, now: number): Promise<number> => {
  const { rows } =
    await sql`DELETE FROM edge_pairing WHERE expires_at < ${new Date(now - KEPT_MS)} RETURNING 1`.execute(db)
  return rows.length
}
