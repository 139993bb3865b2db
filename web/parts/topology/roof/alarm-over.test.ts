import { expect, it } from 'vitest'
import { alarmOver } from './alarm-over.ts'

const low = { level: 'important', device: { kind: 'inverter' } } as const
const hint = { level: 'prompt', device: { kind: 'optimizer' } } as const
const gateway = { level: 'emergent', device: { kind: 'gateway' } } as const

it('an alarm of what gives power stands over a roof whose parts are alike, neither a hint nor a gateway', () => {
  expect(alarmOver([gateway, low, hint])).toBe(low)
  expect(alarmOver([gateway, hint])).toBeUndefined()
  expect(alarmOver([])).toBeUndefined()
})
