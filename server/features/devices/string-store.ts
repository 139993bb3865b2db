import type * as z from 'zod/mini'
import type { stringInput } from '#domain/devices/array.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

export type StringInput = z.output<typeof stringInput>

/** Strings that a station has now. */
export const countStrings = async (trx: Db, stationId: string): Promise<number> => {
  const { n } = await trx
    .selectFrom('string')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The unique indexes decide between two who come at once; says which of the two is in the way. */
export const insertString = async (
  trx: Db,
  one: StringInput & { id: string; stationId: string; inverterId: string; now: number },
): Promise<'saved' | 'id' | 'number'> => {
  const made = await trx
    .insertInto('string')
    .values({
      id: one.id,
      station_id: one.stationId,
      inverter_id: one.inverterId,
      mppt_no: one.mpptNo,
      no: one.no,
      name: one.name,
      capacity_w: one.capacityW,
      created_at: new Date(one.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return 'saved'
  const same = await trx.selectFrom('string').select('id').where('id', '=', one.id).executeTakeFirst()
  return same ? 'id' : 'number'
}

/** False when another string of the inverter has the number. */
export const updateString = async (trx: Db, id: string, input: StringInput): Promise<boolean> => {
  const { rows } = await sql`
    UPDATE string s SET mppt_no = ${input.mpptNo}, no = ${input.no}, name = ${input.name},
           capacity_w = ${input.capacityW}, version = version + 1
     WHERE id = ${id} AND NOT EXISTS (
       SELECT FROM string o WHERE o.inverter_id = s.inverter_id AND o.no = ${input.no} AND o.id <> s.id
                              AND o.removed_at IS NULL)
    RETURNING id`.execute(trx)
  return rows.length > 0
}

export const lockStrings = (trx: Db, ids: string[], stationId: string) =>
  trx
    .selectFrom('string')
    .select(['id', 'no'])
    .where('id', 'in', ids)
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .execute()
