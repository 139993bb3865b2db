import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

/** What a server keeps for the next one on its database. */
export type KeptName = 'fleet-curve' | 'past-energy'

export const saveKept = async (db: Db, name: KeptName, bytes: Buffer, now: number): Promise<void> => {
  await sql`INSERT INTO kept_figures (name, at, bytes) VALUES (${name}, ${instant(now)}, ${bytes})
            ON CONFLICT (name) DO UPDATE SET at = excluded.at, bytes = excluded.bytes`.execute(db)
}

export const readKept = (db: Db, name: KeptName) =>
  db.selectFrom('kept_figures').select('bytes').where('name', '=', name).executeTakeFirst()
