import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountRole, accountRoles, rolePermissions } from '../accounts/permissions.ts'
import { afterAction, applyAction, type OrderProgress } from './apply-action.ts'
import {
  askedNumbers,
  flowName,
  flowNames,
  type FlowNo,
  flowNumber,
  flowNumbers,
  flowRow,
  flowTable,
} from './flow-table.ts'
import { judgeAction, mayInitiate, openActions, type OrderActor, type OrderFacts } from './open-actions.ts'
import { isOpen, orderStatuses, type OrderStatus, orderTypes } from './order-states.ts'

/** The table of the product, written down a second time and by hand: number, from, to, who. */
const said: [no: number, from: string, to: string, who: string][] = [
  [0, '-', 'dispatching', 'creator'],
  [1, 'dispatching', 'receiving', 'dispatcher system'],
  [2, 'receiving', 'pending', 'handler'],
  [3, 'receiving', 'dispatching', 'handler'],
  [4, 'pending', 'in_progress', 'handler'],
  [5, 'in_progress', 'audit completed', 'handler'],
  [6, 'pending in_progress', 'dispatching', 'handler'],
  [7, 'audit', 'in_progress', 'handler'],
  [8, 'audit', 'completed', 'system'],
  [9, 'audit', 'audit', 'system'],
  [10, 'audit', 'completed', 'reviewer'],
  [11, 'audit', 'in_progress dispatching', 'reviewer'],
  [12, 'audit', 'in_progress', 'reviewer'],
  [13, 'audit', 'dispatching', 'reviewer'],
  [14, 'receiving pending in_progress', 'receiving', 'dispatcher'],
  [15, 'completed', 'completed', 'system'],
  [16, 'dispatching receiving pending in_progress audit', 'invalid', 'initiator dispatcher'],
]

/** Everybody there is: each account type as initiator, as handler, as both and as neither, and the system. */
type Person = {
  name: string
  actor: OrderActor
  initiator: boolean
  handler: boolean
  role: AccountRole | 'system' | 'nobody'
}
const people: Person[] = [
  ...[...accountRoles, 'nobody' as const].flatMap((role) =>
    [false, true].flatMap((initiator) =>
      [false, true].map((handler) => ({
        name: `${role}${initiator ? ' who made it' : ''}${handler ? ' who has it' : ''}`,
        role,
        initiator,
        handler,
        actor: { accountId: 'me', permissions: role === 'nobody' ? [] : rolePermissions[role] },
      })),
    ),
  ),
  { name: 'the system', role: 'system', initiator: false, handler: false, actor: 'system' },
]

/** What each account type is to an order, by hand. */
const rolesOf = (person: Person): string[] => {
  if (person.role === 'system') return ['system']
  const held: Record<string, string[]> = {
    owner: ['creator'],
    installer: ['creator', 'dispatcher', 'reviewer'],
    maintainer: ['creator'],
    administrator: ['creator', 'dispatcher', 'reviewer'],
    nobody: [],
  }
  return [
    ...(held[person.role] ?? []),
    ...(person.initiator ? ['initiator'] : []),
    ...(person.handler ? ['handler'] : []),
  ]
}

const assigned = (status: OrderStatus): boolean => status !== 'dispatching'
const factsFor = (status: OrderStatus | null, person: Person): OrderFacts | null =>
  status === null
    ? null
    : {
        status,
        initiatorId: person.initiator ? 'me' : 'somebody',
        handlerId: !assigned(status) ? null : person.handler ? 'me' : 'another',
        needsReview: true,
      }

const states = [null, ...orderStatuses]
const cases = said.flatMap(([no, from, , who]) =>
  states.flatMap((status) => people.map((person) => ({ no: no as FlowNo, from, who, status, person }))),
)

const recordsOf = (...given: Parameters<typeof applyAction>): string[] =>
  applyAction(...given).map(
    (step) => `${step.name} ${step.from}-${step.order.status}${step.bySystem ? ' *' : ''}`,
  )

describe('the flow table', () => {
  it('Z14: says what the product says, number by number', () => {
    expect(
      flowTable.map(({ from, to, who }, no) => [
        no,
        from.map((one) => one ?? '-').join(' '),
        to.join(' '),
        who.join(' '),
      ]),
    ).toEqual(said)
    expect(flowNames.map((name) => flowNumber(name))).toEqual(said.map(([no]) => no))
  })

  it('Z14: every action in every status for every actor: allowed exactly where the table allows it', () => {
    expect(cases).toHaveLength(17 * 8 * 21)
    let allowed = 0
    for (const { no, from, who, status, person } of cases) {
      const order = factsFor(status, person)
      const isHandlerNow = person.handler && order?.handlerId === 'me'
      const mine = rolesOf(person).filter(
        (role) =>
          (role !== 'handler' || isHandlerNow) && (role !== 'initiator' || order?.initiatorId === 'me'),
      )
      const isActor = mine.some((role) => who.split(' ').includes(role))
      const isNow = from.split(' ').includes(status ?? '-')
      const verdict = judgeAction(flowName(no), order, person.actor)
      const expected = !isActor ? 'not_yours' : isNow ? 'ok' : 'wrong_state'
      expect([no, status, person.name, verdict.ok ? 'ok' : verdict.why]).toEqual([
        no,
        status,
        person.name,
        expected,
      ])
      if (verdict.ok) allowed += 1
    }
    expect(allowed).toBeGreaterThan(100)
  })

  it('Z15: nothing leads out of completed or invalid but the closing record', () => {
    for (const { no, status, person } of cases.filter(
      (one) => one.status === 'completed' || one.status === 'invalid',
    )) {
      const { ok } = judgeAction(flowName(no), factsFor(status, person), person.actor)
      expect([no, status, person.name, ok]).toEqual([
        no,
        status,
        person.name,
        no === 15 && status === 'completed' && person.role === 'system',
      ])
    }
  })

  it('Z14: the buttons are the actions that are judged to be possible, and none of the system', () => {
    for (const status of orderStatuses)
      for (const person of people) {
        const order = factsFor(status, person)
        if (order === null) continue
        const shown = openActions(order, person.actor).map(({ no }) => no)
        expect(shown).toEqual(askedNumbers.filter((no) => judgeAction(flowName(no), order, person.actor).ok))
      }
  })

  it('lets whoever only reports make repair orders, and nobody else', () => {
    expect(orderTypes.map((type) => mayInitiate(rolePermissions.owner, type))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(orderTypes.every((type) => mayInitiate(rolePermissions.maintainer, type))).toBe(true)
    expect(orderTypes.some((type) => mayInitiate([], type))).toBe(false)
  })

  const order: OrderProgress = {
    status: 'audit',
    handlerId: 'worker',
    startedAt: 2,
    actualStartAt: 1,
    actualEndAt: 3,
    closedAt: null,
  }
  const rule = { needsReview: true, autoReview: false }
  it('makes the records that follow an action: its review, what the reviewer chose, the closing one', () => {
    const complete = { name: 'complete', at: 9 } as const
    const working = { ...order, status: 'in_progress', actualEndAt: null } as const
    expect(recordsOf(working, complete, rule)).toEqual([
      'complete in_progress-audit',
      'under_review audit-audit *',
    ])
    expect(recordsOf(working, complete, { ...rule, autoReview: true })).toEqual([
      'complete in_progress-audit',
      'under_review audit-audit *',
      'automatic_review audit-completed *',
      'completed completed-completed *',
    ])
    expect(recordsOf(working, complete, { needsReview: false, autoReview: true })).toEqual([
      'complete in_progress-completed',
      'completed completed-completed *',
    ])
    const failed = { name: 'review_failed', at: 9, next: 'reassign_to_someone_else' } as const
    expect(recordsOf(order, failed, rule)).toEqual([
      'review_failed audit-audit',
      'reassign_to_someone_else audit-dispatching',
    ])
  })

  it('changes handler and times by what each action is, and nothing else', () => {
    const changed = (...[given, taken]: Parameters<typeof afterAction>): Partial<OrderProgress> => {
      const after = afterAction(given, taken, rule)
      const keys = Object.keys(after) as (keyof OrderProgress)[]
      return Object.fromEntries(
        keys.filter((key) => after[key] !== given[key]).map((key) => [key, after[key]]),
      )
    }
    const at = 9
    const as = (status: OrderStatus, more: Partial<OrderProgress> = {}) => ({ ...order, status, ...more })
    const gone = { handlerId: null, startedAt: null }
    const nobody = as('dispatching', { ...gone, actualEndAt: null })
    expect([
      changed(nobody, { name: 'dispatch', at, handlerId: 'ann' }, rule),
      changed(as('receiving'), { name: 'accept', at }, rule),
      changed(as('receiving'), { name: 'reject', at }, rule),
      changed(as('pending', { startedAt: null, actualStartAt: null }), { name: 'start', at }, rule),
      changed(as('pending', { startedAt: null }), { name: 'start', at }, rule),
      changed(as('in_progress', { actualEndAt: null }), { name: 'complete', at }, rule),
      changed(as('in_progress'), { name: 'abandon', at }, rule),
      changed(order, { name: 'withdraw_review', at }, rule),
      changed(order, { name: 'review_passed', at }, rule),
      changed(order, { name: 'review_failed', at, next: 'original_handler_continues' }, rule),
      changed(order, { name: 'review_failed', at, next: 'reassign_to_someone_else' }, rule),
      changed(as('in_progress'), { name: 'reassign', at, handlerId: 'ann' }, rule),
      changed(order, { name: 'discarded', at }, rule),
    ]).toEqual([
      { status: 'receiving', handlerId: 'ann' },
      { status: 'pending' },
      { status: 'dispatching', ...gone },
      { status: 'in_progress', startedAt: 9, actualStartAt: 9 },
      { status: 'in_progress', startedAt: 9 },
      { status: 'audit', actualEndAt: 9 },
      { status: 'dispatching', ...gone },
      { status: 'in_progress', actualEndAt: null },
      { status: 'completed', closedAt: 9 },
      { status: 'in_progress', actualEndAt: null },
      { status: 'dispatching', actualEndAt: null, ...gone },
      { status: 'receiving', handlerId: 'ann', startedAt: null },
      { status: 'invalid', closedAt: 9 },
    ])
  })
})

/** A small order that people and the system push about: what the server does with rows, done with values. */
type Walked = OrderFacts & { autoReview: boolean }
const persons = ['ann', 'bob', 'cy', 'dee', 'eve'] as const
const held: Record<(typeof persons)[number], readonly string[]> = {
  ann: rolePermissions.installer,
  bob: rolePermissions.maintainer,
  cy: rolePermissions.maintainer,
  dee: rolePermissions.owner,
  eve: [],
}
const step = fc.record({
  no: fc.constantFrom(...flowNumbers),
  by: fc.constantFrom(...persons, 'system' as const),
  to: fc.constantFrom(...persons),
  next: fc.constantFrom(12 as const, 13 as const),
  /** Takes one of the steps that are possible instead, so that walks get somewhere; null: whatever comes. */
  pick: fc.option(fc.nat(97), { freq: 2 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const actorOf = (by: Step['by']): OrderActor =>
  by === 'system' ? by : { accountId: by, permissions: held[by] }

const possible = (order: Walked): Pick<Step, 'no' | 'by'>[] =>
  flowNumbers
    .filter((no) => no !== 16)
    .flatMap((no) =>
      [...persons, 'system' as const].flatMap((by) =>
        judgeAction(flowName(no), order, actorOf(by)).ok ? [{ no, by }] : [],
      ),
    )

/** What was done, or null when the table does not allow it. */
const walk = (order: Walked, asked: Step): FlowNo | null => {
  const all = asked.pick === null ? [] : possible(order)
  const { no, by } = all[(asked.pick ?? 0) % Math.max(1, all.length)] ?? asked
  if (!judgeAction(flowName(no), order, actorOf(by)).ok) return null
  const before: OrderProgress = {
    ...order,
    startedAt: null,
    actualStartAt: null,
    actualEndAt: null,
    closedAt: null,
  }
  const next = asked.next === 12 ? 'original_handler_continues' : 'reassign_to_someone_else'
  const [taken, ...others] = applyAction(
    before,
    { name: flowName(no), at: 0, handlerId: asked.to, next },
    order,
  )
  const { status, handlerId } = (no === 11 ? others[0] : taken)?.order ?? before
  Object.assign(order, { status, handlerId })
  return no
}

/** What a step has broken; empty when all is well. */
const brokenBy = (before: OrderFacts, no: FlowNo | null, after: OrderFacts): string => {
  if (no === null)
    return JSON.stringify(before) === JSON.stringify(after) ? '' : 'a refused step changed something'
  if (!flowRow(flowName(no)).from.includes(before.status)) return `${no} from ${before.status}`
  if (!flowRow(flowName(no)).to.includes(after.status)) return `${no} to ${after.status}`
  if (!isOpen(before.status) && after.status !== before.status) return 'what is over moved'
  if (after.status === 'dispatching' && after.handlerId !== null) return 'unassigned, and somebody has it'
  if (isOpen(after.status) && after.status !== 'dispatching' && after.handlerId === null)
    return 'nobody has it'
  const isDone = after.status === 'completed' && before.status !== 'completed'
  return isDone && before.needsReview && before.status !== 'audit' ? 'done without its review' : ''
}

describe('random walks', () => {
  it('Z14: 10,000 of them never reach what the table does not allow', () => {
    let [moves, refused] = [0, 0]
    const ends = new Set<OrderStatus>()
    fc.assert(
      fc.property(
        fc.constantFrom(...persons.slice(0, 4)),
        fc.boolean(),
        fc.array(step, { minLength: 10, maxLength: 25 }),
        (initiatorId, needsReview, steps) => {
          const order: Walked = {
            status: 'dispatching',
            initiatorId,
            handlerId: null,
            needsReview,
            autoReview: false,
          }
          for (const one of steps) {
            const before = { ...order }
            const no = walk(order, one)
            const broken = brokenBy(before, no, order)
            if (broken !== '') throw new Error(broken)
            if (no === null) refused += 1
            else moves += 1
          }
          ends.add(order.status)
        },
      ),
      { numRuns: 10_000, seed: 20_261_121 },
    )
    expect(moves).toBeGreaterThan(40_000)
    expect(refused).toBeGreaterThan(20_000)
    expect([...ends].sort()).toEqual([...orderStatuses].sort())
  })
})
