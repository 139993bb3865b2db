import { permits } from '../accounts/permissions.ts'
import type { OrderType } from './order-states.ts'
import type { OrderStatus } from './order-states.ts'
import {
  askedNumbers,
  type AskedNo,
  flowName,
  type FlowName,
  type FlowNeed,
  flowRow,
  permissionFor,
} from './flow-table.ts'

/** What of an order decides who may do what. */
export type OrderFacts = {
  status: OrderStatus
  initiatorId: string
  /** null: given to nobody. */
  handlerId: string | null
  needsReview: boolean
}
/** A person who sees the order, or the system. */
export type OrderActor = { accountId: string; permissions: readonly string[] } | 'system'

export type OpenAction = { no: AskedNo; name: FlowName; needs: FlowNeed[] }

/** Whether this action is this actor's to do, whatever state the order is in. `order` null: there is none yet. */
export const isActorOf = (name: FlowName, order: OrderFacts | null, actor: OrderActor): boolean =>
  flowRow(name).who.some((role) => {
    if (role === 'system' || actor === 'system') return role === actor
    if (role === 'initiator') return order?.initiatorId === actor.accountId
    if (role === 'handler') return order?.handlerId === actor.accountId
    const needed = permissionFor(name, role)
    if (needed !== null && permits(actor.permissions, needed)) return true
    return role === 'creator' && permits(actor.permissions, 'om:report:create')
  })

/** May make an order of this type: whoever may only report makes repair orders. */
export const mayInitiate = (permissions: readonly string[], type: OrderType): boolean =>
  permits(permissions, 'om:order:create') || (type === 'repair' && permits(permissions, 'om:report:create'))

export type Verdict =
  | { ok: true }
  /** `not_yours`: another actor's step. `wrong_state`: yours, but not now. */
  | { ok: false; why: 'not_yours' | 'wrong_state' }

/** Whether this actor may do this with an order as it is. `order` null: there is none yet. */
export const judgeAction = (name: FlowName, order: OrderFacts | null, actor: OrderActor): Verdict => {
  if (!isActorOf(name, order, actor)) return { ok: false, why: 'not_yours' }
  const status = order?.status ?? null
  return flowRow(name).from.includes(status) ? { ok: true } : { ok: false, why: 'wrong_state' }
}

/**
 * Who may comment on an order that they see. `isOwn`: its station is their company's, their own, or theirs to manage.
 * `hadIt`: it was in their hands once. To whom a station is only shown has no part in its orders.
 */
export const mayComment = (
  order: Pick<OrderFacts, 'initiatorId' | 'handlerId'>,
  person: { accountId: string; isOwn: boolean; hadIt: boolean },
): boolean => person.isOwn || person.hadIt || [order.initiatorId, order.handlerId].includes(person.accountId)

/** The actions that are open to somebody now, in the order of their numbers. */
export const openActions = (order: OrderFacts, actor: OrderActor): OpenAction[] =>
  askedNumbers
    .map((no) => ({ no, name: flowName(no) }))
    .filter(({ name }) => judgeAction(name, order, actor).ok)
    .map(({ no, name }) => ({ no, name, needs: [...flowRow(name).needs] }))
