import { expect, it } from 'vitest'
import { isWorking, troubledFirst } from './trouble-rank.ts'

const device = (
  id: string,
  online: boolean,
  state: 'shutdown' | 'standby' | 'normal' | null,
  lastAt: number | null = 1,
) => ({ id, kind: 'inverter', online, state, lastAt }) as const

it('what has shut down comes first, then what is silent, then what was never heard; the others stay in their order', () => {
  const devices = [
    device('a', true, 'normal'),
    device('asleep', true, 'standby'),
    device('never', false, null, null),
    device('silent', false, null),
    device('dead', true, 'shutdown'),
    device('b', true, 'normal'),
  ]
  expect(troubledFirst(devices).map(({ id }) => id)).toEqual(['dead', 'silent', 'never', 'a', 'asleep', 'b'])
  expect(devices.filter(isWorking).map(({ id }) => id)).toEqual(['a', 'asleep', 'b'])
  expect(isWorking({ kind: 'gateway', online: true, state: 'shutdown', lastAt: 1 })).toBe(true)
})
