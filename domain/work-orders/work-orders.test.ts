import { describe, expect, it } from 'vitest'
import { checkAnswers, type ChecklistAnswer, type ChecklistItem, checklists, isGood } from './checklists.ts'
import { description } from './fields.ts'
import { proposedName } from './order-names.ts'
import { orderTypes } from './order-states.ts'
import {
  actualDuration,
  countdownEnd,
  dueAt,
  isOverdue,
  type OrderTimes,
  plannedDuration,
} from './order-times.ts'
import { canBeOrdered } from './subjects.ts'
import { earliestAnswer, verify } from './verification.ts'

const MINUTE = 60_000
const times = (given: Partial<OrderTimes> = {}): OrderTimes => ({
  status: 'in_progress',
  plannedStartAt: null,
  plannedEndAt: null,
  plannedMinutes: 90,
  actualStartAt: 1_000 * MINUTE,
  startedAt: 1_000 * MINUTE,
  actualEndAt: null,
  ...given,
})

const HOUR = 60 * MINUTE
/** At Shanghai. */
const at = (hour: number): number => Date.UTC(2026, 5, 21, hour - 8)

describe('times of an order', () => {
  it('counts down from the begin of the work, and only while it goes on', () => {
    expect(countdownEnd(times())).toBe(1_090 * MINUTE)
    expect(countdownEnd(times({ status: 'audit' }))).toBeNull()
    expect(countdownEnd(times({ startedAt: null }))).toBeNull()
  })
  it('is due at the planned end or the end of the planned processing time, whichever comes first', () => {
    expect(dueAt(times({ plannedEndAt: 1_050 * MINUTE }))).toBe(1_050 * MINUTE)
    expect(dueAt(times({ plannedEndAt: 1_200 * MINUTE }))).toBe(1_090 * MINUTE)
    expect(dueAt(times({ status: 'dispatching', plannedEndAt: 5 }))).toBe(5)
    expect(dueAt(times({ status: 'dispatching' }))).toBeNull()
    expect(dueAt(times({ status: 'audit', plannedEndAt: 5 }))).toBeNull()
    expect(dueAt(times({ status: 'completed', plannedEndAt: 5 }))).toBeNull()
    expect([isOverdue(times(), 1_090 * MINUTE), isOverdue(times(), 1_090 * MINUTE + 1)]).toEqual([
      false,
      true,
    ])
  })
  it('has one deadline: while somebody works at it the countdown runs to that, and there is no second one', () => {
    for (const plannedEndAt of [null, 900, 1_050, 1_200]) {
      const one = times({ plannedEndAt: plannedEndAt === null ? null : plannedEndAt * MINUTE })
      expect([plannedEndAt, countdownEnd(one)]).toEqual([plannedEndAt, dueAt(one)])
    }
    expect(countdownEnd(times({ plannedEndAt: 1_050 * MINUTE }))).toBe(1_050 * MINUTE)
    expect(countdownEnd(times({ status: 'pending', plannedEndAt: 1_050 * MINUTE }))).toBeNull()
  })
  it('has durations in whole minutes once both ends are known', () => {
    expect(plannedDuration(times({ plannedStartAt: 0, plannedEndAt: 90.4 * MINUTE }))).toBe(90)
    expect(plannedDuration(times({ plannedStartAt: 0 }))).toBeNull()
    expect(actualDuration(times({ actualEndAt: 1_045 * MINUTE }))).toBe(45)
    expect(actualDuration(times())).toBeNull()
  })
})

describe('what can become an order', () => {
  it('is no inverter, but a string that hangs on one', () => {
    expect(canBeOrdered('inverter', '2062')).toBe(false)
    expect(canBeOrdered('inverter', 'UNHEARD-OF')).toBe(false)
    expect(canBeOrdered('inverter', '2013')).toBe(true)
    expect(canBeOrdered('optimizer', 'OPT-FAULT')).toBe(true)
    expect(canBeOrdered('gateway', 'CLOCK')).toBe(true)
  })
  it('is named by what is wrong and where, within 60 characters', () => {
    const subject = { type: 'alarm' as const, station: 'Roof', device: 'OPT1', faults: ['Low', 'High'] }
    expect(proposedName('en', subject)).toBe('Low +1, OPT1')
    expect(proposedName('zh_CN', { ...subject, type: 'inspection', device: '', faults: [] })).toBe(
      '巡检 Roof',
    )
    expect([...proposedName('en', { ...subject, device: '', station: '🌞'.repeat(80) })]).toHaveLength(60)
  })
  it('keeps the lines of a description, and refuses what turns or hides text', () => {
    expect(description.parse(' one\r\ntwo \n')).toBe('one\ntwo')
    expect(
      ['a\u202Eb', 'a\u0000b', 'a\u200Bb', 'x'.repeat(2001)].map(
        (text) => description.safeParse(text).success,
      ),
    ).toEqual([false, false, false, false])
  })
})

const sound = (type: (typeof orderTypes)[number]): ChecklistAnswer[] =>
  checklists[type]
    .filter(({ required }) => required)
    .map((item) => ({
      key: item.key,
      value: item.kind === 'number' ? 1 : item.kind === 'choice' ? (item.choices[0]?.key ?? '') : null,
      fileId: item.kind === 'photo' || item.kind === 'signature' ? 'file' : null,
    }))

const item = (key: string): ChecklistItem => {
  const found = checklists.alarm.find((one) => one.key === key)
  if (!found) throw new Error(`no item ${key}`)
  return found
}

const isWell = (key: string, value: number | string): boolean | null =>
  isGood(item(key), { key, value, fileId: null })

describe('checklists', () => {
  it.each(orderTypes)('of %s: what is required is required, and what is answered soundly passes', (type) => {
    const required = checklists[type].filter((item) => item.required).map(({ key }) => key)
    expect(required).toContain('signature')
    expect(checkAnswers(type, []).map(({ key, code }) => [key, code])).toEqual(
      required.map((key) => [key, 'required']),
    )
    expect(checkAnswers(type, [], true)).toEqual([])
    expect(checkAnswers(type, sound(type))).toEqual([])
    expect(new Set(checklists[type].map(({ key }) => key)).size).toBe(checklists[type].length)
  })
  it.each<[string, ChecklistAnswer]>([
    ['beyond the range', { key: 'open_voltage_v', value: 1500.1, fileId: null }],
    ['below the range', { key: 'open_voltage_v', value: -1, fileId: null }],
    ['too many decimals', { key: 'open_voltage_v', value: 600.123, fileId: null }],
    ['text for a number', { key: 'open_voltage_v', value: '600', fileId: null }],
    ['not a number', { key: 'open_voltage_v', value: Number.NaN, fileId: null }],
    ['a choice that is none', { key: 'cause', value: 'magic', fileId: null }],
    ['a number for a choice', { key: 'cause', value: 1, fileId: null }],
    ['a picture for a choice', { key: 'cause', value: 'grid', fileId: 'file' }],
    ['a line that is none', { key: 'nothing', value: 1, fileId: null }],
    ['text for a signature', { key: 'signature', value: 'Li', fileId: 'file' }],
  ])('refuses %s', (_, answer) => {
    const others = sound('alarm').filter(({ key }) => key !== answer.key)
    expect(checkAnswers('alarm', [...others, answer])).toEqual([{ key: answer.key, code: 'invalid_input' }])
  })
  it('refuses an answer given twice', () => {
    const twice = { key: 'open_voltage_v', value: 600, fileId: null }
    expect(checkAnswers('alarm', [...sound('alarm'), twice, twice])).toHaveLength(1)
  })
  it('marks what is not well and says nothing where nothing can be said', () => {
    expect([isWell('insulation_mohm', 0.4), isWell('insulation_mohm', 1)]).toEqual([false, true])
    expect([isWell('cause', 'none'), isWell('cause', 'fuse')]).toEqual([false, true])
    expect(isWell('open_voltage_v', 600)).toBeNull()
  })
})

/** Steps of five minutes. */
const STEP = 5 / 60
const line = (from: number, to: number, value: number) =>
  new Map(Array.from({ length: to - from }, (_, at) => [from + at, value]))

describe('a verified repair', () => {
  const peers = [line(0, 24, 400), line(0, 24, 420), line(0, 24, 410)]
  it('is back among its peers from 10 % below their median on', () => {
    const back = verify(line(0, 24, 369), peers, 100, STEP)
    expect(back).toMatchObject({
      answer: 'back_among_peers',
      own: 369,
      median: 410,
      peers: 3,
      hours: 2,
      fromStep: 0,
      toStep: 23,
    })
    expect(back.share).toBeCloseTo(-0.1, 10)
    expect(verify(line(0, 24, 368), peers, 100, STEP).answer).toBe('not_yet')
  })
  it('says nothing without an hour of light, and nothing without peers', () => {
    expect(
      verify(
        line(0, 11, 400),
        peers.map((one) => new Map([...one].slice(0, 11))),
        100,
        STEP,
      ).answer,
    ).toBe('not_enough_light')
    expect(verify(line(0, 24, 50), [line(0, 24, 50), line(0, 24, 60)], 100, STEP).answer).toBe(
      'not_enough_light',
    )
    expect(verify(line(0, 24, 400), [], 100, STEP)).toMatchObject({ answer: 'no_peers', peers: 0 })
    expect(verify(line(0, 24, 400), [new Map()], 100, STEP).answer).toBe('no_peers')
  })
  it('takes silence in light for not being back, never for zero', () => {
    const silent = verify(new Map(), peers, 100, STEP)
    expect(silent).toMatchObject({ answer: 'not_yet', own: null, share: null, hours: 0 })
    expect(verify(line(0, 13, 400), peers, 100, STEP)).toMatchObject({ answer: 'back_among_peers', own: 400 })
  })
  it('looks at the newest two hours of light', () => {
    const day = [line(0, 100, 400), line(0, 100, 400)]
    const mended = new Map([...line(0, 76, 0), ...line(76, 100, 400)])
    expect(verify(mended, day, 100, STEP).answer).toBe('back_among_peers')
  })
  it('knows when it can say something at the earliest: after daylight, not after time', () => {
    const shanghai = { latitude: 31.23, longitude: 121.47 }
    expect(earliestAnswer(at(10), HOUR, shanghai)).toBe(at(11))
    // Begun after dark: the sun is 10 degrees high at about a quarter to six.
    const morning = earliestAnswer(at(22), HOUR, shanghai)
    expect(morning).toBeGreaterThan(at(24 + 6))
    expect(morning).toBeLessThan(at(24 + 7))
    // Begun shortly before the sun is low: the rest comes in the morning.
    expect(earliestAnswer(at(17) + 45 * MINUTE, HOUR, shanghai)).toBeGreaterThan(at(24 + 5))
    // Polar night: nothing is promised.
    expect(earliestAnswer(Date.UTC(2026, 11, 21), HOUR, { latitude: 78, longitude: 16 })).toBeNull()
  })
})
