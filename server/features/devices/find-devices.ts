import type { Db } from '../../platform/db/handle.ts'

export const serialOf = (trx: Db, id: string) =>
  trx.selectFrom('device').select('sn').where('id', '=', id).executeTakeFirstOrThrow()

export const removedAmong = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('device')
    .select('id')
    .where('id', 'in', [...ids])
    .where('removed_at', 'is not', null)
    .execute()

export const removalOf = (trx: Db, id: string) =>
  trx.selectFrom('device').select('removed_at').where('id', '=', id).executeTakeFirstOrThrow()
