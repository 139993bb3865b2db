import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { inTurn } from './file-store.ts'

/**
 * Makes sure that no more than `most` come to belong to one object, whoever adds them at the same moment: of all that
 * name the same `object` one counts and adds at a time, until its transaction ends. Call it in the transaction that
 * adds, before adding. `count` reads what is there already.
 * @throws Refusal with `code` when there is no room for `adding` more.
 */
export const withRoom = async (
  trx: Db,
  room: {
    object: string
    adding: number
    most: number
    code: ErrorCode
    count: (trx: Db) => Promise<number>
  },
): Promise<void> => {
  await inTurn(trx, `files at ${room.object}`)
  if ((await room.count(trx)) + room.adding > room.most) refuse(room.code)
}
