import { expect, it } from 'vitest'
import { told, type Entry } from './told.ts'

const entry = (at: number, change: Partial<Entry> = {}): Entry => ({
  at,
  action: 'account.sign-in',
  result: 'done',
  person: { id: 'p', name: 'Li' },
  object: null,
  command: null,
  ...change,
})

it('tells what was done again at once a single time, with how often', () => {
  const lines = told([entry(200_000), entry(170_000), entry(130_000), entry(10_000)])
  expect(lines.map(({ entry: { at }, times }) => [at, times])).toEqual([
    [200_000, 3],
    [10_000, 1],
  ])
})

it('keeps apart what differs in who, what, of what or how it ended', () => {
  const others: Partial<Entry>[] = [
    { person: null },
    { action: 'account.sign-out' },
    { object: { kind: 'station', name: 'Landshut' } },
    { result: 'not_allowed' },
  ]
  for (const other of others) expect(told([entry(2_000), entry(1_000, other)])).toHaveLength(2)
})
