import { describe, expect, it, vi } from 'vitest'
import { bodyOf, draftFrom, isWorthKeeping, keptOf, newDraft, wrongOf } from './add/order-draft.ts'
import { answersOf, emptyReport, hasPicture, reportOf, type ReportDraft } from './actions/report-draft.ts'
import { clockOf } from './clock-of.ts'
import type { Order } from './use-orders.ts'

// Whose a picture is asks for the session, and so for a page.
vi.mock('../data/signed-in.ts', () => ({ personIdNow: () => 'me' }))

const start = newDraft({ type: 'repair', stationId: 's', device: null })
const none = { images: [], files: [] }

describe('a countdown', () => {
  it('is written by the second, and with days beyond one', () => {
    expect(clockOf(2 * 3_600_000 + 5 * 60_000 + 9_900)).toEqual({ days: 0, clock: '2:05:09' })
    expect(clockOf(-61_000)).toEqual({ days: 0, clock: '0:01:01' })
    expect(clockOf(26 * 3_600_000)).toEqual({ days: 1, clock: '02:00:00' })
  })
})

describe('an order that is written', () => {
  it('names what is missing or wrong, and nothing else', () => {
    expect(wrongOf(start, false)).toEqual({})
    expect(wrongOf({ ...start, stationId: null }, true)).toEqual({ station: true, description: true })
    expect(wrongOf({ ...start, startAt: 2, endAt: 1 }, false)).toEqual({ end: true })
    for (const hours of [null, Number.NaN, 0, -1, 0.001, 2161])
      expect([hours, wrongOf({ ...start, hours }, false)]).toEqual([hours, { hours: true }])
  })
  it('sends whole minutes, the device of a hand-made one, and no field that is empty', () => {
    const draft = { ...start, hours: 1.5, name: '  ', device: { id: 'd', name: 'D' } }
    const body = bodyOf(draft, [], 'high', none, undefined)
    expect(body).toEqual({
      type: 'repair',
      stationId: 's',
      deviceId: 'd',
      priority: 'high',
      description: '',
      plannedStartAt: null,
      plannedEndAt: null,
      plannedMinutes: 90,
      needsReview: true,
      ...none,
    })
  })
  it('sends the content that stays of each alarm, and leaves out an alarm of which nothing does', () => {
    const alarms = [
      { id: 'a', instances: ['1', '2'] },
      { id: 'b', instances: ['1'] },
      { id: 'c', instances: ['1'] },
    ]
    const draft = { ...start, kept: { a: ['2'], b: [] } }
    expect(keptOf(draft, { id: 'c', instances: ['1'] })).toEqual(['1'])
    expect(bodyOf(draft, alarms, 'low', none, undefined).alarms).toEqual([
      { alarmId: 'a', instances: ['2'] },
      { alarmId: 'c', instances: ['1'] },
    ])
  })
  it('is kept once something is in it, whatever the time of keeping', () => {
    expect(isWorthKeeping({ ...start, savedAt: 5 }, start)).toBe(false)
    expect(isWorthKeeping({ ...start, description: 'x' }, start)).toBe(true)
    expect(draftFrom({ v: 0 })).toBeNull()
    expect(draftFrom(start)).toEqual(start)
  })
})

const line = (key: string, kind: Order['checklist'][number]['kind']): Order['checklist'][number] => ({
  key,
  kind,
  label: { en: key, zh_CN: key },
  required: true,
  unit: null,
  min: null,
  max: null,
  decimals: null,
  choices: [],
  answer: null,
})

describe('a report that is written', () => {
  const lines = [line('cause', 'choice'), line('photo', 'photo'), line('signature', 'signature')]
  const draft: ReportDraft = {
    ...emptyReport,
    values: { cause: 'fuse', photo: 'not a value' },
    photos: { photo: [{ slot: 's', name: 'a.jpg' }] },
  }
  it('answers pictures by their file alone and everything else by its value', () => {
    expect(answersOf(lines, draft, ({ key }) => `file of ${key}`)).toEqual([
      { key: 'cause', value: 'fuse', fileId: null },
      { key: 'photo', value: null, fileId: 'file of photo' },
      { key: 'signature', value: null, fileId: 'file of signature' },
    ])
    expect(lines.map((one) => hasPicture(one, draft))).toEqual([false, true, false])
  })
  it('begins with what the report said that was sent back; pictures and signature are made anew', () => {
    const answered = lines.map((one) => ({ ...one, answer: { value: 'fuse', file: null, good: null } }))
    const order = { report: { text: 'Cleaned' }, checklist: answered } as unknown as Order
    const again = reportOf(order)
    expect([again.report, again.values['cause'], again.photos, again.signed]).toEqual([
      'Cleaned',
      'fuse',
      {},
      [],
    ])
  })
})
