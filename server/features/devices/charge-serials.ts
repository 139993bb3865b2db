import { serialKey } from '#domain/devices/fields.ts'
import { chargeTries } from '../accounts/hourly-tries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { registeredSerials, serialsInUse } from './serial-store.ts'
import type { Caller } from '../accounts/who.ts'

/** Of serials in use, those that this person sees anyway. */
const ownAndTaken = async (
  db: Db,
  { who, now }: Caller,
  keys: readonly string[],
): Promise<{ taken: Set<string>; own: Set<string> }> => {
  if (keys.length === 0) return { taken: new Set(), own: new Set() }
  const rows = await serialsInUse(db, who, now, keys)
  const registered = who.role === 'administrator' ? [] : await registeredSerials(db, keys)
  const own = new Set(rows.filter(({ seen }) => seen).map((row) => row.sn_key))
  const taken = new Set([...rows.map((row) => row.sn_key), ...registered].filter((key) => !own.has(key)))
  return { taken, own }
}

/**
 * Counts, before anything is said of them, the serials of a call that would tell something of others: those in use
 * where the caller sees nothing and, where the call only asks, those that nobody has added. What the caller sees
 * anyway costs nothing, and neither does adding what is free: it becomes a device of the station.
 * @throws Refusal `too_many_serials`
 */
export const chargeSerials = async (
  db: Db,
  caller: Caller,
  typed: readonly string[],
  why: 'asks' | 'adds',
): Promise<void> => {
  const keys = [...new Set(typed.map(serialKey))]
  const { taken, own } = await ownAndTaken(db, caller, keys)
  const unknown = keys.filter((key) => !taken.has(key) && !own.has(key)).length
  await chargeTries(db, caller, { taken: taken.size, unknown: why === 'asks' ? unknown : 0 })
}
