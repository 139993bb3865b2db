import { expect, test } from 'vitest'
import { pageOf, type Listed } from './station-order.ts'

const idOf = (name: string): string => `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`

const card = (name: string, facts: Partial<Listed['card']>): Listed => ({
  createdAt: 0,
  card: { id: idOf(name), name, attention: 0, openAlarms: 0, ...facts } as Listed['card'],
})

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
