import type { CallInput } from '../../app/data/call-types.ts'
import type { Order } from './use-orders.ts'

type Body = NonNullable<CallInput<'PUT /api/orders/{orderId}'>['body']>

/** What of an order is written by people. `hours`: NaN when what was typed is no number. */
export type Edited = {
  name: string
  description: string
  remark: string
  priority: Order['priority']
  startAt: number | null
  endAt: number | null
  hours: number | null
}

/** Hours have two decimals, which tell every minute apart. */
export const editedOf = (order: Order): Edited => ({
  name: order.name,
  description: order.description,
  remark: order.remark,
  priority: order.priority,
  startAt: order.plannedStartAt,
  endAt: order.plannedEndAt,
  hours: Math.round((order.plannedMinutes / 60) * 100) / 100,
})

/** What is sent: only what differs from what the person began with. An empty name leaves the one there is. */
export const changesOf = (base: Edited, typed: Edited): Body => {
  const { name, description, remark } = typed
  return {
    ...(name.trim() !== '' && name.trim() !== base.name && { name: name.trim() }),
    ...(description.trim() !== base.description && { description: description.trim() }),
    ...(remark.trim() !== base.remark && { remark: remark.trim() }),
    ...(typed.priority !== base.priority && { priority: typed.priority }),
    ...(typed.startAt !== base.startAt && { plannedStartAt: typed.startAt }),
    ...(typed.endAt !== base.endAt && { plannedEndAt: typed.endAt }),
    ...(typed.hours !== base.hours && { plannedMinutes: Math.round((typed.hours ?? 1) * 60) }),
  }
}

/**
 * The form after somebody else has saved: what this person did not touch is theirs, what was typed stays. `both`: what
 * both changed, each to something else.
 */
export const rebased = (
  base: Edited,
  typed: Edited,
  theirs: Edited,
): { typed: Edited; both: (keyof Edited)[] } => {
  const names = Object.keys(base) as (keyof Edited)[]
  const touched = names.filter((name) => !Object.is(typed[name], base[name]))
  const kept = Object.fromEntries(touched.map((name) => [name, typed[name]]))
  return {
    typed: { ...theirs, ...kept },
    both: touched.filter((name) => theirs[name] !== base[name] && theirs[name] !== typed[name]),
  }
}
