import type { Permission } from '../accounts/permissions.ts'
import type { OrderStatus } from './order-states.ts'

/**
 * What can be done with a work order, as one table: the screens draw their buttons from it and the server decides by it.
 * An action has a name everywhere; its number, which is its place in the table and fixed, stands in the API and in
 * stored records alone.
 */
export const flowRoles = ['creator', 'initiator', 'dispatcher', 'handler', 'reviewer', 'system'] as const
/**
 * `creator`: anyone who may make an order. `initiator`: who made this one. `handler`: whom it is given to, whatever the
 * account type. `system`: nobody's button.
 */
export type FlowRole = (typeof flowRoles)[number]

/** What an action wants to be told. `next`: 12 or 13. `confirmation`: the order's number, typed. */
export const flowNeeds = [
  'handler',
  'reason',
  'remark',
  'report',
  'checklist',
  'next',
  'confirmation',
] as const
export type FlowNeed = (typeof flowNeeds)[number]

type Row = {
  name: string
  /** null: there is none yet. */
  from: readonly (OrderStatus | null)[]
  /** More than one: `applyAction` decides. Equal to where it came from: a record alone. */
  to: readonly OrderStatus[]
  who: readonly FlowRole[]
  needs: readonly FlowNeed[]
  /** Is done only together with one of these. */
  after?: readonly string[]
}

export const flowTable = [
  { name: 'initiate', from: [null], to: ['dispatching'], who: ['creator'], needs: [] },
  {
    name: 'dispatch',
    from: ['dispatching'],
    to: ['receiving'],
    who: ['dispatcher', 'system'],
    needs: ['handler'],
  },
  { name: 'accept', from: ['receiving'], to: ['pending'], who: ['handler'], needs: [] },
  { name: 'reject', from: ['receiving'], to: ['dispatching'], who: ['handler'], needs: ['reason'] },
  { name: 'start', from: ['pending'], to: ['in_progress'], who: ['handler'], needs: [] },
  {
    name: 'complete',
    from: ['in_progress'],
    to: ['audit', 'completed'],
    who: ['handler'],
    needs: ['report', 'checklist'],
  },
  {
    name: 'abandon',
    from: ['pending', 'in_progress'],
    to: ['dispatching'],
    who: ['handler'],
    needs: ['reason'],
  },
  { name: 'withdraw_review', from: ['audit'], to: ['in_progress'], who: ['handler'], needs: [] },
  { name: 'automatic_review', from: ['audit'], to: ['completed'], who: ['system'], needs: [] },
  { name: 'under_review', from: ['audit'], to: ['audit'], who: ['system'], needs: [], after: ['complete'] },
  { name: 'review_passed', from: ['audit'], to: ['completed'], who: ['reviewer'], needs: [] },
  {
    name: 'review_failed',
    from: ['audit'],
    to: ['in_progress', 'dispatching'],
    who: ['reviewer'],
    needs: ['remark', 'next'],
  },
  {
    name: 'original_handler_continues',
    from: ['audit'],
    to: ['in_progress'],
    who: ['reviewer'],
    needs: [],
    after: ['review_failed'],
  },
  {
    name: 'reassign_to_someone_else',
    from: ['audit'],
    to: ['dispatching'],
    who: ['reviewer'],
    needs: [],
    after: ['review_failed'],
  },
  {
    name: 'reassign',
    from: ['receiving', 'pending', 'in_progress'],
    to: ['receiving'],
    who: ['dispatcher'],
    needs: ['handler'],
  },
  {
    name: 'completed',
    from: ['completed'],
    to: ['completed'],
    who: ['system'],
    needs: [],
    after: ['complete', 'automatic_review', 'review_passed'],
  },
  {
    name: 'discarded',
    from: ['dispatching', 'receiving', 'pending', 'in_progress', 'audit'],
    to: ['invalid'],
    who: ['initiator', 'dispatcher'],
    needs: ['reason', 'confirmation'],
  },
] as const satisfies readonly Row[]

export type FlowName = (typeof flowTable)[number]['name']
export const flowNumbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const
export type FlowNo = (typeof flowNumbers)[number]

export const flowNames: readonly FlowName[] = flowTable.map(({ name }) => name)
export const flowName = (no: FlowNo): FlowName => flowTable[no].name
const numberOf = new Map<FlowName, FlowNo>(flowNumbers.map((no) => [flowTable[no].name, no]))
export const flowNumber = (name: FlowName): FlowNo => numberOf.get(name) ?? 0
/** The action of a stored number; null: the record is a note, not an action. */
export const storedFlowName = (no: number | null): FlowName | null => flowNames[no ?? -1] ?? null

/** An action as the table says it. */
export const flowRow = (name: FlowName): Row => flowTable[flowNumber(name)]

/** What a person asks for. The others come with one of these, or from the system. */
export const askedNumbers = [1, 2, 3, 4, 5, 6, 7, 10, 11, 14, 16] as const satisfies readonly FlowNo[]
export type AskedNo = (typeof askedNumbers)[number]
/** What a reviewer who fails an order chooses, by its number. */
const reviewNexts = { 12: flowTable[12].name, 13: flowTable[13].name } as const
export type ReviewNext = (typeof reviewNexts)[12 | 13]
export const reviewNext = (no: 12 | 13 | undefined): ReviewNext | undefined => no && reviewNexts[no]

/** What makes somebody a dispatcher or a reviewer. To throw an order away is more than to give it to somebody. */
export const permissionFor = (name: FlowName, role: FlowRole): Permission | null => {
  if (role === 'dispatcher') return name === 'discarded' ? 'om:order:discard' : 'om:order:dispatch'
  if (role === 'reviewer') return 'om:order:review'
  return role === 'creator' ? 'om:order:create' : null
}
