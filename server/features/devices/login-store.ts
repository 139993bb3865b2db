import type { Db } from '../../platform/db/handle.ts'

/** A login as it is stored: `$7$` hash; `enabled` = it may be used. */
export type StoredLogin = { sn: string; hash: string; enabled: boolean }

/**
 * Every login there is: those of gateways in force, which may be used, and those of the factory registry that nobody
 * has claimed yet, which may not.
 */
export const storedLogins = async (db: Db): Promise<StoredLogin[]> => {
  const inForce = await db
    .selectFrom('device')
    .innerJoin('gateway_link', 'gateway_link.device_id', 'device.id')
    .select(['device.sn', 'gateway_link.secret_hash'])
    .where('device.kind', '=', 'gateway')
    .where('device.removed_at', 'is', null)
    .execute()
  const waiting = await db
    .selectFrom('gateway_registry')
    .select(['sn', 'secret_hash'])
    .where('claimed_at', 'is', null)
    .execute()
  const known = new Set(inForce.map(({ sn }) => sn))
  return [
    ...inForce.flatMap(({ sn, secret_hash: hash }) => (hash === null ? [] : [{ sn, hash, enabled: true }])),
    ...waiting.flatMap(({ sn, secret_hash: hash }) => (known.has(sn) ? [] : [{ sn, hash, enabled: false }])),
  ]
}
