import { expect, it } from 'vitest'
import { alarmOver } from './alarm-over.ts'

const low = { level: 'important', code: '2062', device: { kind: 'inverter' } } as const
const hint = { level: 'prompt', code: 'RULE-RATING', device: { kind: 'optimizer' } } as const
const below = { level: 'prompt', code: 'RULE-OPTIMIZER-LOW', device: { kind: 'optimizer' } } as const
const gateway = { level: 'emergent', code: 'RULE-GATEWAY-SILENT', device: { kind: 'gateway' } } as const

it('an alarm of what gives power stands over a roof whose parts are alike, neither a hint nor a gateway', () => {
  expect(alarmOver([gateway, low, hint])).toBe(low)
  expect(alarmOver([gateway, hint])).toBeUndefined()
  expect(alarmOver([gateway, hint, below])).toBe(below)
  const peers = { ...below, code: 'RULE-BELOW-PEERS' } as const
  expect(alarmOver([hint, peers])).toBe(peers)
  expect(alarmOver([])).toBeUndefined()
})
