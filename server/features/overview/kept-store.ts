import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

const NAME = 'fleet-curve'

export const saveKept = async (db: Db, bytes: Buffer, now: number): Promise<void> => {
  await sql`INSERT INTO kept_figures (name, at, bytes) VALUES (${NAME}, ${instant(now)}, ${bytes})
            ON CONFLICT (name) DO UPDATE SET at = excluded.at, bytes = excluded.bytes`.execute(db)
}

export const readKept = (db: Db) =>
  db.selectFrom('kept_figures').select('bytes').where('name', '=', NAME).executeTakeFirst()
