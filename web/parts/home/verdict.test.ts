import { describe, expect, it } from 'vitest'
import { verdictOf } from './verdict.ts'

type Judged = Parameters<typeof verdictOf>[0]
const conditions = {
  fault: 0,
  offline: 0,
  curtailed: 0,
  switched_off: 0,
  unknown: 0,
  standby: 0,
  producing: 3,
}
const quiet: Judged = {
  attentionTotal: 0,
  openAlarms: { very_urgent: 0, emergent: 0, important: 0, prompt: 0 },
  conditions,
}
const open = (some: Partial<Judged['openAlarms']>): Judged => ({
  ...quiet,
  openAlarms: { ...quiet.openAlarms, ...some },
})

describe('what home says at a glance', () => {
  it('is that all is well when nothing is open, unheard or old', () => {
    expect(verdictOf(quiet, false)).toEqual({ is: 'well' })
    expect(verdictOf(quiet, true)).toEqual({ is: 'old' })
  })
  it('is never that all is well while an alarm is open, of whatever level', () => {
    expect(verdictOf(open({ prompt: 1 }), false)).toEqual({ is: 'alarms', level: 'prompt', count: 1 })
    expect(verdictOf(open({ prompt: 4, important: 2 }), false)).toEqual({
      is: 'alarms',
      level: 'important',
      count: 2,
    })
    expect(verdictOf(open({ emergent: 1 }), true)).toEqual({ is: 'alarms', level: 'emergent', count: 1 })
  })
  it('names stations that need a look before alarms, and alarms before what was never heard', () => {
    expect(verdictOf({ ...open({ important: 1 }), attentionTotal: 2 }, false)).toEqual({
      is: 'attention',
      count: 2,
    })
    const unheard = { ...conditions, unknown: 1 }
    expect(verdictOf({ ...open({ prompt: 1 }), conditions: unheard }, false)).toMatchObject({ is: 'alarms' })
    expect(verdictOf({ ...quiet, conditions: unheard }, false)).toEqual({ is: 'unheard', count: 1 })
  })
})
