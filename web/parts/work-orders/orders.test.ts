import { describe, expect, it, vi } from 'vitest'
import { bodyOf, draftFrom, isWorthKeeping, keptOf, newDraft, wrongOf } from './add/order-draft.ts'
import {
  answersOf,
  asSent,
  emptyReport,
  hasPicture,
  heldSignature,
  isStale,
  reportOf,
  sentReport,
  type ReportDraft,
} from './actions/report-draft.ts'
import { clockOf } from './clock-of.ts'
import type { Order } from './use-orders.ts'

// Whose a picture is asks for the session, and so for a page.
vi.mock('../../app/data/signed-in.ts', () => ({ personIdNow: () => 'me' }))

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
  it('sends a remark, and of what an alarm proposed the name only where a person changed it', () => {
    const about = { alarmId: 'a', proposed: 'Insulation fault, Roof INV-2' }
    const proposed = { ...start, name: about.proposed, remark: ' Ladder is there ' }
    const body = bodyOf(proposed, [], 'high', none, about)
    expect([body.remark, body.name, body.deviceId, body.aboutAlarmId]).toEqual([
      'Ladder is there',
      undefined,
      null,
      'a',
    ])
    expect(bodyOf({ ...proposed, name: 'Mine' }, [], 'high', none, about).name).toBe('Mine')
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

const file = (id: string) => ({ id, name: `${id}.jpg` })
const stored = (id: string) => [{ slot: id, name: `${id}.jpg`, stored: id }]

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
  const answers = { cause: null, photo: file('p'), signature: file('s') } as const
  const cameBack = (by: string): Order =>
    ({
      report: { text: 'Cleaned\nand dried', by: { id: by }, images: [file('i')], files: [file('d')] },
      checklist: lines.map((one) => {
        const found = one.key === 'cause' ? null : answers[one.key === 'photo' ? 'photo' : 'signature']
        return { ...one, answer: { value: found ? null : 'fuse', file: found, good: null } }
      }),
    }) as unknown as Order

  it('begins with all that the report held that came back: text, answers, pictures, documents and the signature', async () => {
    const again = reportOf(cameBack('me'), 'me')
    expect(again).toMatchObject({
      report: 'Cleaned\nand dried',
      values: { cause: 'fuse' },
      photos: { photo: stored('p') },
      images: stored('i'),
      files: stored('d'),
    })
    expect(lines.slice(1).map((one) => hasPicture(one, again))).toEqual([true, true])
    // As it was it can be sent at once: nothing has to go before it.
    const sent = await sentReport('k', lines, again)
    expect([sent?.answers, sent?.own]).toEqual([
      {
        checklist: [
          { key: 'cause', value: 'fuse', fileId: null },
          { key: 'photo', value: null, fileId: 'p' },
          { key: 'signature', value: null, fileId: 's' },
        ],
        images: ['i'],
        files: ['d'],
      },
      [],
    ])
  })
  it('asks for the signature again where the text has changed, and of whoever did not write it', () => {
    const again = reportOf(cameBack('me'), 'me')
    const signature = { key: 'signature' }
    const changed = { ...again, report: 'Cleaned both' }
    expect([heldSignature(signature, again)?.id, isStale(signature, again)]).toEqual(['s', false])
    expect([heldSignature(signature, changed), isStale(signature, changed)]).toEqual([null, true])
    expect(hasPicture(line('signature', 'signature'), changed)).toBe(false)
    // Other pictures and answers are not the text; nor are the ends of its lines.
    const others = { ...again, images: [], values: {}, report: 'Cleaned\r\nand dried ' }
    expect(heldSignature(signature, others)?.id).toBe('s')
    const another = reportOf(cameBack('somebody'), 'me')
    expect([heldSignature(signature, another), isStale(signature, another)]).toEqual([null, false])
    expect(another.images).toEqual(stored('i'))
  })
  it('that waits on the phone keeps its signature for the same text, and sends it with whichever report goes', async () => {
    const waits = asSent(
      { ...reportOf(cameBack('me'), 'me'), report: 'Written in the cellar', signed: ['signature'] },
      {
        answers: { checklist: [], images: [], files: [] },
        own: [],
        signatures: { signature: { id: 'n', name: '', kept: 'slot n' } },
      },
    )
    expect([waits.signed, heldSignature({ key: 'signature' }, waits)?.id]).toEqual([[], 'n'])
    expect((await sentReport('k', lines, waits))?.own.map(({ id, kept }) => [id, kept])).toEqual([
      ['n', 'slot n'],
    ])
    expect(isStale({ key: 'signature' }, { ...waits, report: 'More' })).toBe(true)
  })
})
