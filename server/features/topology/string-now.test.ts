import { expect, it } from 'vitest'
import { stringNow } from '#contract/http/strings.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import { stringNowOf, type KnownString } from './string-now.ts'

it('a string whose optimizers are silent answers what its contract says, and nothing else of their cells', () => {
  const heard = { kind: 'optimizer', ts: 0, received_at: 0, report_min: 5, online: false }
  const silent = heard as unknown as DeviceNow
  const known = {
    row: { no: 1, inverterId: 'inverter' },
    source: { by: 'optimizers' },
    members: [{ deviceId: 'optimizer' }],
  } as unknown as KnownString
  const said = stringNowOf(known, new Map([['optimizer', silent]]), 10 * 86_400_000)
  expect(stringNow.safeParse(said).error?.issues).toBeUndefined()
  expect(said).toMatchObject({ powerW: null, known: 0, all: 1 })
})
