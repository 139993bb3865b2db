import { expect, test } from 'vitest'
import { names } from '#domain/name-order.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import {
  badnessOf,
  type Listed,
  pageOf as pageAt,
  worstFirst,
  worstPlaces,
  worstRanks,
} from './station-order.ts'

const idOf = (name: string): string => `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`

const card = (name: string, facts: Partial<Listed['card']>): Listed => {
  const own = { id: idOf(name), name, attention: 0, openAlarms: 0, ...facts } as Listed['card']
  return { createdAt: 0, nightOf: () => null, worst: worstRanks(own), nameAt: null, card: own }
}
const pageOf = (all: readonly Listed[], asked: Parameters<typeof pageAt>[1]) => pageAt(all, asked, 0)

test('worst first: faults and silence, then what has an alarm or needs a look, then the rest', () => {
  const all = [
    card('calm night', { condition: 'standby' }),
    card('one alarm', { condition: 'producing', openAlarms: 1 }),
    card('calm day', { condition: 'producing' }),
    card('fault', { condition: 'fault' }),
    card('limited', { condition: 'curtailed' }),
    card('three to look at', { condition: 'producing', attention: 2, openAlarms: 1 }),
    card('silent', { condition: 'offline' }),
  ]
  const asked = { sort: 'worst', order: undefined, cursor: undefined, limit: 4 } as const
  const first = pageOf(all, asked)
  const rest = pageOf(all, { ...asked, cursor: first.next ?? '' })
  expect([...first.page, ...rest.page].map(({ name }) => name)).toEqual([
    'fault',
    'silent',
    'three to look at',
    'one alarm',
    'limited',
    'calm night',
    'calm day',
  ])
  expect(rest.next).toBeNull()
})

test.each(['worst', 'name', 'power', 'capacity'] as const)(
  'pages by %s are what all would be when sorted at once',
  (sort) => {
    const conditions = ['fault', 'producing', 'standby', 'unknown'] as const
    const all = Array.from({ length: 97 }, (_, n) =>
      card(`name ${(n * 31) % 13}`, {
        id: idOf('x'.repeat(n)),
        condition: conditions[(n * 7) % 4] ?? 'unknown',
        powerW: n % 5 === 0 ? null : (n * 37) % 11,
        capacityW: (n * 3) % 7,
        openAlarms: (n * 5) % 3,
      }),
    )
    const inOrder = all.toSorted((a, b) => names.compare(a.card.name, b.card.name))
    const numbered = all.map((one) => ({
      ...one,
      nameAt: {
        name: one.card.name,
        no: inOrder.findIndex(({ card: { name } }) => name === one.card.name),
      },
    }))
    for (const order of ['rising', 'falling'] as const) {
      const [whole] = [pageOf(all, { sort, order, cursor: undefined, limit: 100 })]
      expect(pageOf(numbered, { sort, order, cursor: undefined, limit: 100 })).toEqual(whole)
      const paged: string[] = []
      for (let cursor: string | undefined, going = true; going;) {
        const { page, next } = pageOf(all, { sort, order, cursor, limit: 10 })
        expect(pageOf(numbered, { sort, order, cursor, limit: 10 })).toEqual({ page, next })
        paged.push(...page.map(({ id }) => id))
        cursor = next ?? undefined
        going = next !== null
      }
      expect(paged).toEqual(whole.page.map(({ id }) => id))
      expect(new Set(paged).size).toBe(97)
    }
  },
)

test('the worst of many are as bad as the first of all in their order', () => {
  const all = Array.from({ length: 700 }, (_, no) => {
    const condition = stationConditions[(no * 5) % stationConditions.length] ?? 'unknown'
    const facts = { condition, attention: (no * 7) % 4, openAlarms: (no * 11) % 3 }
    return card('x'.repeat(no + 1), facts)
  })
  const places = Int32Array.from(all.keys())
  const badness = Float64Array.from(all, badnessOf)
  const first = worstFirst(all)
  for (const most of [1, 50, 400, 1000]) {
    const worst = worstPlaces(places, badness, most).map((at) => all[at]?.worst)
    expect(worst).toEqual(first.slice(0, most).map((one) => one.worst))
  }
})

test('names that are numbered stand where they stand when they are compared', () => {
  const all = ['b', 'a', 'c', 'a'].map((name, no) =>
    card(name, { condition: 'producing', id: idOf('x'.repeat(no)) }),
  )
  const numbered = all.map((one) => ({
    ...one,
    nameAt: { name: one.card.name, no: ['a', 'b', 'c'].indexOf(one.card.name) },
  }))
  expect(worstFirst(numbered).map(({ card: { id } }) => id)).toEqual(
    worstFirst(all).map(({ card: { id } }) => id),
  )
})
