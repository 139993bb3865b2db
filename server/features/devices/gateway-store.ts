import { devicesWithSerials } from './serial-store.ts'
import { insertDevice, unplaced } from './device-write-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** A serial of the factory registry, locked until the end of the transaction. */
export const lockRegistered = async (trx: Db, snKey: string) =>
  trx.selectFrom('gateway_registry').selectAll().where('sn_key', '=', snKey).forUpdate().executeTakeFirst()

export const markClaimed = async (trx: Db, snKey: string, now: number): Promise<void> => {
  await trx
    .updateTable('gateway_registry')
    .set({ claimed_at: new Date(now) })
    .where('sn_key', '=', snKey)
    .execute()
}

/** The unique indexes decide between two who come at once; says which of the two is in the way. */
export const insertGateway = async (
  trx: Db,
  gateway: {
    id: string
    stationId: string
    sn: string
    snKey: string
    name: string
    brand: string
    model: string
    now: number
  },
): Promise<'saved' | 'id' | 'serial'> => {
  // Its serial is its login, which nothing else has, of whatever maker.
  const [other] = await devicesWithSerials(trx, [gateway.snKey])
  if (other) return other.id === gateway.id ? 'id' : 'serial'
  const made = await insertDevice(trx, {
    id: gateway.id,
    station_id: gateway.stationId,
    kind: 'gateway',
    sn: gateway.sn,
    sn_key: gateway.snKey,
    name: gateway.name,
    brand: gateway.brand,
    model: gateway.model,
    ...unplaced,
    created_at: new Date(gateway.now),
  })
  if (made) return 'saved'
  const sameId = await trx.selectFrom('device').select('id').where('id', '=', gateway.id).executeTakeFirst()
  return sameId ? 'id' : 'serial'
}

/** A gateway that was deleted can be claimed again; without effect on one that is not of the registry. */
export const releaseClaim = async (trx: Db, snKey: string): Promise<void> => {
  await trx.updateTable('gateway_registry').set({ claimed_at: null }).where('sn_key', '=', snKey).execute()
}

export const registered = (trx: Db, key: string) =>
  trx.selectFrom('gateway_registry').selectAll().where('sn_key', '=', key).executeTakeFirst()

export const register = (trx: Db, row: Insertable<Tables['gateway_registry']>) =>
  trx
    .insertInto('gateway_registry')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sn_key')
    .executeTakeFirst()
