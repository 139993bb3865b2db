import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import { PEOPLE_SHOWN } from '#domain/work-orders/limits.ts'
import { isLater, seenIn } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { inOrderWith, placeWhere } from '../../platform/kept/in-order.ts'
import { firstInOrder } from '../../platform/page/first-in-order.ts'
import { type OpenOrder, type OrdersSince, ordersSince } from './find-open-orders.ts'

/** Somebody with open orders, and how many. */
export type Holder = readonly [id: string, open: number]

/** What is counted of the orders of all stations in force. */
export type OrderSums = {
  /** Of each status that there is. */
  tallies: ReadonlyMap<OrderStatus, number>
  overdue: number
  /** Theirs to accept, to do, and open ones they made. */
  mine: { accept: number; do: number; created: number }
  /** Those among whom the `PEOPLE_SHOWN` with the most open ones are; in no order. */
  holders: readonly Holder[]
  /** Open ones that nobody has. */
  unassigned: number
}

/**
 * All open and due orders of the installation, as this server has read them (decision 148): a look reads what was written
 * since the one before, so it is answered as if it had counted all.
 */
export type OpenOrdersMind = {
  /** `now`: epoch ms; `accountId`: whose orders `mine` are. */
  sums: (db: Db, accountId: string, now: number) => Promise<OrderSums>
}

type Counts = Map<string, number>
type Counted = {
  held: Counts
  accept: Counts
  do: Counts
  created: Counts
  unassigned: number
  /** Those that are due, the first of them first. */
  due: readonly OpenOrder[]
}

const nothing = (): Counted => ({
  held: new Map(),
  accept: new Map(),
  do: new Map(),
  created: new Map(),
  unassigned: 0,
  due: [],
})

const firstDue = (a: OpenOrder, b: OpenOrder): number =>
  (a.dueUs ?? 0) - (b.dueUs ?? 0) || (a.id < b.id ? -1 : Number(a.id > b.id))
const isDue = ({ dueUs }: OpenOrder): boolean => dueUs !== null

const count = (counts: Counts, key: string, more: 1 | -1): void => {
  const n = (counts.get(key) ?? 0) + more
  if (n === 0) counts.delete(key)
  else counts.set(key, n)
}

/** Adds an order, or takes it off; when it is due is another matter. */
const add = (counted: Counted, { isOpen, status, handlerId, initiatorId }: OpenOrder, more: 1 | -1): void => {
  if (!isOpen) return
  count(counted.created, initiatorId, more)
  if (handlerId === null) {
    counted.unassigned += more
    return
  }
  count(counted.held, handlerId, more)
  if (status === 'receiving') count(counted.accept, handlerId, more)
  if (status === 'pending' || status === 'in_progress') count(counted.do, handlerId, more)
}

const countAll = (orders: readonly OpenOrder[]): Counted => {
  const counted = nothing()
  for (const one of orders) add(counted, one, 1)
  counted.due = orders.filter(isDue).sort(firstDue)
  return counted
}

/** Whoever has as many as the last of those that are shown may be one of them. */
const holdersOf = ({ held }: Counted): readonly Holder[] => {
  const all = [...held]
  const [, least = 0] = firstInOrder(all, PEOPLE_SHOWN, ([, a], [, b]) => b - a)[PEOPLE_SHOWN - 1] ?? []
  return all.filter(([, open]) => open >= least)
}

/** `own`: followed over these connections, whoever asks; null: over those of whoever asks. */
export const createOpenOrdersMind = (own: Db | null = null): OpenOrdersMind => {
  const byId = new Map<string, OpenOrder>()
  let counted = nothing()
  let holders: readonly Holder[] | null = null
  let gone: ReadonlySet<string> = new Set()
  let goneTold = ''
  let behind: string | null = null
  const turn = inTurn()

  const isThere = ({ stationId }: OpenOrder): boolean => !gone.has(stationId)

  const countAnew = (told: string): void => {
    goneTold = told
    gone = new Set(told === '' ? [] : told.split(' '))
    counted = countAll([...byId.values()].filter(isThere))
    holders = null
  }

  const take = (found: OrdersSince): void => {
    const before = [...found.open.map(({ id }) => id), ...found.over].flatMap((id) => byId.get(id) ?? [])
    for (const id of found.over) byId.delete(id)
    for (const one of found.open) byId.set(one.id, one)
    if (found.gone !== goneTold) {
      countAnew(found.gone)
      return
    }
    const [old, fresh] = [before.filter(isThere), found.open.filter(isThere)]
    if (old.length === 0 && fresh.length === 0) return
    const due = inOrderWith(counted.due, { gone: old.filter(isDue), come: fresh.filter(isDue) }, firstDue)
    if (due === null) {
      countAnew(found.gone)
      return
    }
    for (const one of old) add(counted, one, -1)
    for (const one of fresh) add(counted, one, 1)
    counted.due = due
    holders = null
  }

  const readAll = async (db: Db): Promise<OrdersSince> => {
    const all = await ordersSince(db, null)
    byId.clear()
    for (const one of all.open) byId.set(one.id, one)
    countAnew(all.gone)
    return all
  }

  const follow = async (db: Db): Promise<OrdersSince> => {
    if (behind === null) return readAll(db)
    const found = await ordersSince(db, seenIn(behind))
    if (!isLater(found.behind, behind)) return readAll(db)
    take(found)
    return found
  }

  return {
    sums: (db, accountId, now) =>
      turn(async () => {
        const found = await follow(own ?? db)
        // Where reading failed it is read again.
        behind = found.behind
        holders ??= holdersOf(counted)
        const { accept, do: toDo, created, due, unassigned } = counted
        return {
          tallies: found.tallies,
          overdue: placeWhere(due, ({ dueUs }) => (dueUs ?? 0) >= now * 1000),
          mine: {
            accept: accept.get(accountId) ?? 0,
            do: toDo.get(accountId) ?? 0,
            created: created.get(accountId) ?? 0,
          },
          holders,
          unassigned,
        }
      }),
  }
}
