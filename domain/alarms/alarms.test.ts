import { describe, expect, it } from 'vitest'
import { alarmKinds } from './alarm-kinds.ts'
import { codesOfKinds, kindOfCode } from './kind-of-code.ts'
import {
  afterEvent,
  alarmEvents,
  alarmLevels,
  alarmStatuses,
  alarmTable,
  levelNumber,
  levelOf,
} from './alarm-states.ts'
import { codesNamed, explainCode, metricsOfCode, nameOfCode } from './explain-alarm.ts'
import { endsBySync, judgeClear, judgeRaise, occurredAt, partsOfAlarmId, type Signal } from './signals.ts'

describe('the states of an alarm', () => {
  it('moves from unsolved by processing to closed, and never back from closed', () => {
    const table = alarmStatuses.map((status) =>
      alarmEvents.map((event) => afterEvent(status, event)?.status ?? '-'),
    )
    expect(table).toEqual([
      ['closed', 'closed', 'processing', '-', '-'],
      ['closed', 'closed', '-', 'unsolved', 'closed'],
      ['-', '-', '-', '-', '-'],
    ])
    expect(alarmTable.closed).toEqual({})
  })

  it('says of each closing how it came about', () => {
    const types = (['cleared', 'ended', 'order_closed'] as const).map(
      (event) => afterEvent('processing', event)?.closeType,
    )
    expect(types).toEqual(['manual_clear', 'automatic_cleaning', 'work_order_closed'])
  })

  it('counts levels from the worst', () => {
    expect(alarmLevels.map(levelNumber)).toEqual([1, 2, 3, 4])
    expect([1, 2, 3, 4].map(levelOf)).toEqual([...alarmLevels])
  })
})

const going: Signal = { active: true, boot: 'a', seq: 10, ts: 1000 }
const over: Signal = { ...going, active: false }

describe('what a message about an instance means', () => {
  it.each([
    ['never heard', null, { boot: 'a', seq: 1, ts: 5 }, 'begins'],
    ['the same message', going, { boot: 'a', seq: 10, ts: 1000 }, 'old'],
    ['one from before', going, { boot: 'a', seq: 9, ts: 2000 }, 'old'],
    ['named again after a new start', going, { boot: 'b', seq: 1, ts: 1000 }, 'repeat'],
    ['a further occurrence', going, { boot: 'a', seq: 11, ts: 2000 }, 'again'],
    ['it was over and begins anew', over, { boot: 'a', seq: 11, ts: 2000 }, 'begins'],
    ['the clock went back meanwhile', over, { boot: 'a', seq: 11, ts: 500 }, 'begins'],
    ['what was over, of another boot', over, { boot: 'z', seq: 1, ts: 1000 }, 'old'],
  ] as const)('raise: %s', (_, known, heard, verdict) => {
    expect(judgeRaise(known, heard)).toBe(verdict)
  })

  it.each([
    ['never heard', null, { boot: 'a', seq: 1, ts: 5 }, 'noted'],
    ['one from before', going, { boot: 'a', seq: 9, ts: 2000 }, 'old'],
    ['the end', going, { boot: 'a', seq: 11, ts: 2000 }, 'ends'],
    ['after the end', over, { boot: 'a', seq: 11, ts: 2000 }, 'noted'],
  ] as const)('clear: %s', (_, known, heard, verdict) => {
    expect(judgeClear(known, heard)).toBe(verdict)
  })

  it('takes a list of what goes on for all that was said before it', () => {
    expect(endsBySync(going, { boot: 'a', seq: 11 })).toBe(true)
    expect(endsBySync(going, { boot: 'a', seq: 9 })).toBe(false)
    expect(endsBySync(going, { boot: 'b', seq: 1 })).toBe(true)
    expect(endsBySync(over, { boot: 'b', seq: 1 })).toBe(false)
  })

  it('never dates anything later than it was heard', () => {
    expect(occurredAt(5000, 9000)).toBe(5000)
    expect(occurredAt(9100, 9000)).toBe(9000)
    expect(occurredAt(9000 + 365 * 86_400_000, 9000)).toBe(9000)
  })

  it('reads the parts of an alarm id', () => {
    expect(partsOfAlarmId('INV1:2062:s3')).toEqual({ sn: 'INV1', code: '2062', instance: 's3' })
    expect(partsOfAlarmId('INV1:2062')).toBeNull()
  })
})

describe('the catalogue of codes', () => {
  const codes = codesOfKinds(new Set(Object.keys(alarmKinds) as (keyof typeof alarmKinds)[]))

  it('explains every code in both languages, with a condition and steps that differ by language', () => {
    expect(codes.length).toBeGreaterThan(25)
    for (const code of codes) {
      const { en, zh_CN: zh } = explainCode(code)
      expect(zh.steps).toHaveLength(en.steps.length)
      expect(en.steps.length).toBeGreaterThan(1)
      for (const text of [zh.name, zh.cause, zh.safety, ...zh.steps]) expect(text).toMatch(/\p{Script=Han}/u)
      for (const text of [en.name, en.cause, en.safety, ...en.steps])
        expect(text).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('leaves no kind without a code', () => {
    expect(new Set(codes.map(kindOfCode))).toEqual(new Set(Object.keys(alarmKinds)))
  })

  it('knows what the simulated gateways raise', () => {
    expect(['2002', '2003', '2014', '2038'].map(kindOfCode)).toEqual([
      'arc_fault',
      'arc_fault',
      'voltage_to_ground',
      'grid_unstable_frequency',
    ])
    // Fewer modules in series do not help against a string that touches earth.
    expect(explainCode('2014').en.steps.join(' ')).not.toMatch(/shorten|modules/i)
    expect(['2062', '2110'].map(kindOfCode)).toEqual(['insulation', 'over_temperature'])
  })

  it('says honestly that it does not know a code', () => {
    expect(kindOfCode('constructor')).toBeNull()
    expect(nameOfCode('F-77')).toEqual({ en: 'Manufacturer code F-77', zh_CN: '厂家告警码 F-77' })
    expect(metricsOfCode('F-77')).toEqual(['powerW'])
  })

  it('is found by what a code means, in either language', () => {
    expect(codesNamed('绝缘')).toContain('2062')
    expect(codesNamed('INSULATION res')).toContain('2062')
    expect(codesNamed('nothing of the kind')).toEqual([])
  })
})
