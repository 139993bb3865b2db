import { describe, expect, it } from 'vitest'
import { needsLook, verdictOf } from './verdict.ts'

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
  attention: [],
  attentionTotal: 0,
  openAlarms: { very_urgent: 0, emergent: 0, important: 0, prompt: 0 },
  conditions,
}
type Station = Judged['attention'][number]
const station = (of: Partial<Station>): Station =>
  ({ condition: 'producing', attention: 0, openAlarms: 0, ...of }) as Station
const open = (some: Partial<Judged['openAlarms']>): Judged => ({
  ...quiet,
  attention: [station({ openAlarms: 1 })],
  attentionTotal: 1,
  openAlarms: { ...quiet.openAlarms, ...some },
})

describe('what home says at a glance', () => {
  it('is that all is well when nothing is open, unheard or old', () => {
    expect(verdictOf(quiet, false)).toEqual({ is: 'well' })
    expect(verdictOf(quiet, true)).toEqual({ is: 'old' })
  })
  it('is never that all is well while an alarm is open, of whatever level', () => {
    expect(verdictOf(open({ prompt: 1 }), false)).toEqual({ is: 'attention', level: 'prompt', count: 1 })
    expect(verdictOf(open({ prompt: 4, important: 2 }), false)).toMatchObject({ level: 'important' })
    expect(verdictOf(open({ emergent: 1 }), true)).toMatchObject({ is: 'attention', level: 'emergent' })
  })
  it('has the colour of a fault where one stands still or is silent, and alarms come before what was never heard', () => {
    for (const amiss of [{ condition: 'fault' }, { condition: 'offline' }, { attention: 1 }] as const)
      expect(
        verdictOf(
          {
            ...open({ prompt: 1 }),
            attention: [station({ openAlarms: 1 }), station(amiss)],
            attentionTotal: 2,
          },
          false,
        ),
      ).toEqual({ is: 'attention', level: undefined, count: 2 })
    const unheard = { ...conditions, unknown: 1 }
    expect(verdictOf({ ...open({ prompt: 1 }), conditions: unheard }, false)).toMatchObject({
      is: 'attention',
    })
    expect(verdictOf({ ...quiet, conditions: unheard }, false)).toEqual({ is: 'unheard', count: 1 })
  })
  it('a station whose alarm has ended needs no look any more', () => {
    expect([station({ openAlarms: 1 }), station({}), station({ condition: 'fault' })].map(needsLook)).toEqual(
      [true, false, true],
    )
  })
})
