import type { Db } from '../../platform/db/handle.ts'
import { checkedInAt } from '../stations/check-in-store.ts'
import { workUnderway } from '../work-orders/find-work.ts'

/**
 * Somebody at work. `order`: on devices that are meant. `checked_in`: at the station, wherever on it. `elsewhere`: on
 * an order about another part of the station; that holds nothing up.
 */
export type WorkThere = {
  kind: 'order' | 'checked_in' | 'elsewhere'
  /** The order, or the check-in. */
  id: string
  title: string
  person: { id: string; name: string }
  /** Where they are reached; null = not said. */
  phone: string | null
  since: number
}

export type WhoWorksThere = (
  db: Db,
  stationId: string,
  /** What is to be controlled. */
  deviceIds: readonly string[],
  /** Their own work is in nobody's way but theirs. */
  exceptAccountId: string,
  now: number,
) => Promise<WorkThere[]>

/** Those whose work holds up what others want there. */
export const inTheWay = (work: readonly WorkThere[]): WorkThere[] =>
  work.filter(({ kind }) => kind !== 'elsewhere')

/**
 * Orders in progress. One is about devices that are meant when it names one of them, its inverter or gateway, another
 * of the same string, or no device at all: then it is about the whole station, and so is one about a device that has
 * been removed since. Whose string nobody has entered may hang on any of its inverter.
 */
const ordersThere = async (
  db: Db,
  stationId: string,
  deviceIds: readonly string[],
  exceptAccountId: string,
): Promise<WorkThere[]> => {
  const { rows } = await workUnderway(db, deviceIds, stationId, exceptAccountId)
  return rows.map((row) => ({
    kind: row.meant ? 'order' : 'elsewhere',
    id: row.id,
    title: `${row.no} ${row.name}`.trim(),
    person: { id: row.handler_id, name: row.handler_name },
    phone: null,
    since: row.started_at,
  }))
}

/** Who is checked in at the station, and who has begun an order there and has not reported yet. */
export const whoWorksThere: WhoWorksThere = async (db, stationId, deviceIds, exceptAccountId, now) => {
  const present = await checkedInAt(db, stationId, now)
  const phones = new Map(present.map((row) => [row.account_id, row.phone || null]))
  const orders = await ordersThere(db, stationId, deviceIds, exceptAccountId)
  return [
    ...present
      .filter((row) => row.account_id !== exceptAccountId)
      .map((row): WorkThere => ({
        kind: 'checked_in',
        id: row.id,
        title: '',
        person: { id: row.account_id, name: row.name },
        phone: row.phone || null,
        since: row.began_at,
      })),
    ...orders.map((one) => ({ ...one, phone: phones.get(one.person.id) ?? null })),
  ]
}
