import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountRole, accountRoles, rolePermissions } from '../accounts/permissions.ts'
import { askedNumbers, type FlowNo, flowNumbers, flowRow, flowTable } from './flow-table.ts'
import {
  judgeAction,
  mayInitiate,
  openActions,
  type OrderActor,
  type OrderFacts,
  outcomeOf,
} from './open-actions.ts'
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
    expect(flowNumbers.map((no) => flowRow(no).no)).toEqual(said.map(([no]) => no))
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
      const verdict = judgeAction(no, order, person.actor)
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
      const { ok } = judgeAction(no, factsFor(status, person), person.actor)
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
        expect(shown).toEqual(askedNumbers.filter((no) => judgeAction(no, order, person.actor).ok))
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

  it('names one status for every action, 11 by what the reviewer chose', () => {
    const order = { needsReview: true }
    expect(outcomeOf(5, order)).toBe('audit')
    expect(outcomeOf(5, { needsReview: false })).toBe('completed')
    expect([outcomeOf(11, order, 12), outcomeOf(11, order, 13)]).toEqual(['in_progress', 'dispatching'])
    expect(() => outcomeOf(11, order)).toThrow('more than one')
  })
})

/** A small order that people and the system push about: what the server does with rows, done with values. */
type Walked = OrderFacts
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
        judgeAction(no, order, actorOf(by)).ok ? [{ no, by }] : [],
      ),
    )

/** What was done, or null when the table does not allow it. */
const walk = (order: Walked, asked: Step): FlowNo | null => {
  const all = asked.pick === null ? [] : possible(order)
  const { no, by } = all[(asked.pick ?? 0) % Math.max(1, all.length)] ?? asked
  if (!judgeAction(no, order, actorOf(by)).ok) return null
  const status = outcomeOf(no, order, asked.next)
  const isGiven = no === 1 || no === 14
  order.handlerId = status === 'dispatching' ? null : isGiven ? asked.to : order.handlerId
  order.status = status
  return no
}

/** What a step has broken; empty when all is well. */
const brokenBy = (before: OrderFacts, no: FlowNo | null, after: OrderFacts): string => {
  if (no === null)
    return JSON.stringify(before) === JSON.stringify(after) ? '' : 'a refused step changed something'
  if (!flowRow(no).from.includes(before.status)) return `${no} from ${before.status}`
  if (!flowRow(no).to.includes(after.status)) return `${no} to ${after.status}`
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
          const order: Walked = { status: 'dispatching', initiatorId, handlerId: null, needsReview }
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
