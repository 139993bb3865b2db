import { describe, expect, it } from 'vitest'
import { judgeAnswer, readingProves } from './answer-event.ts'

const ok = (snKey: string) => ({ snKey, ok: true, code: null })
const no = (snKey: string, code: string | null = null) => ({ snKey, ok: false, code })
const verified = { settles: 'verified' }
const rejected = { settles: 'rejected' }
const facts = { ratedW: 10_000, sentAt: 1_000_000, readAt: 1_005_000 }

describe('what an answer means', () => {
  it('takes accepted and rejected as they are said', () => {
    expect(judgeAnswer('scan', 'GW1', ['GW1'], { stage: 'accepted' })).toEqual({
      event: 'accepted',
      code: null,
      targets: [],
    })
    expect(judgeAnswer('scan', 'GW1', ['GW1'], { stage: 'rejected', code: 'busy' })).toEqual({
      event: 'refused',
      code: 'busy',
      targets: [],
    })
  })

  it('takes what the gateway does itself as done when it does not name itself', () => {
    const judged = judgeAnswer('activate', 'GW1', ['GW1'], { stage: 'done', results: [ok('INV1')] })
    expect(judged).toEqual({ event: 'done', code: null, targets: [{ ...ok('GW1'), ...verified }] })
  })

  it('takes a gateway that names itself at its word', () => {
    const judged = judgeAnswer('activate', 'GW1', ['GW1'], { stage: 'done', results: [no('GW1', 'locked')] })
    expect(judged).toEqual({
      event: 'failed',
      code: 'locked',
      targets: [{ ...no('GW1', 'locked'), ...rejected }],
    })
  })

  it('wants each device named: silence about one is no success', () => {
    const results = [ok('A1')]
    expect(judgeAnswer('read', 'GW1', ['A1', 'B1'], { stage: 'done', results })).toMatchObject({
      event: 'failed',
      code: 'partly',
      targets: [
        { ...ok('A1'), ...verified },
        { ...no('B1', 'no_answer'), ...rejected },
      ],
    })
    expect(judgeAnswer('read', 'GW1', ['B1'], { stage: 'done', results })).toMatchObject({
      event: 'failed',
      code: 'no_answer',
    })
  })

  it.each(['switch', 'limit', 'restart', 'set'] as const)(
    'C5: does not take the word of a gateway for %s: a reading proves it',
    (op) => {
      expect(judgeAnswer(op, 'GW1', ['A1'], { stage: 'done', results: [ok('A1')] }).event).toBe('effected')
    },
  )

  it('C10: a device that refuses has ended; one that kept silent waits for its reading', () => {
    const results = [ok('A1'), no('B1', 'unsupported'), no('C1', 'no_answer')]
    const { event, targets } = judgeAnswer('switch', 'GW1', ['A1', 'B1', 'C1', 'D1'], {
      stage: 'done',
      results,
    })
    expect([event, targets.map(({ settles, code }) => [settles, code])]).toEqual([
      'effected',
      [
        [null, null],
        ['rejected', 'unsupported'],
        [null, 'no_answer'],
        [null, 'no_answer'],
      ],
    ])
    const none = judgeAnswer('switch', 'GW1', ['B1'], { stage: 'done', results })
    expect([none.event, none.code]).toEqual(['failed', 'unsupported'])
  })

  it.each([
    ['switch', { on: false }, { closed: false }, true],
    ['switch', { on: false }, { closed: true }, false],
    ['switch', { on: true }, { closed: true }, true],
    ['switch', { on: false }, { st: 'shutdown' }, true],
    ['switch', { on: false }, { st: 'shutdown', p: 40 }, true],
    ['switch', { on: false }, { st: 'shutdown', p: 4_000 }, false],
    ['switch', { on: false }, { st: 'grid' }, false],
    ['switch', { on: true }, { st: 'standby' }, true],
    ['switch', { on: true }, { st: 'shutdown' }, false],
    ['switch', { on: false }, { p: 0 }, null],
    ['switch', { on: false }, null, null],
    ['limit', { pct: 60 }, { limit_pct: 60, p: 6_200 }, true],
    ['limit', { pct: 60 }, { limit_pct: 60, p: 6_400 }, false],
    ['limit', { pct: 60 }, { limit_pct: 100, p: 3_000 }, false],
    ['limit', { pct: 60 }, { p: 3_000 }, null],
    ['restart', {}, { up_s: 3 }, true],
    ['restart', {}, { up_s: 90_000 }, false],
    ['restart', {}, { p: 5 }, null],
    ['set', { report_s: 600 }, { report_s: 600 }, true],
    ['set', { report_s: 600 }, { report_s: 300 }, false],
    ['set', { report_s: 600 }, {}, null],
    ['scan', {}, { p: 1 }, null],
  ] as const)('C5: %s %j and a reading %j: %s', (op, args, after, proves) => {
    expect(readingProves(op, args, after, facts)).toBe(proves)
  })

  it('C5: power beyond a limit contradicts only where the rating is known', () => {
    const unrated = { ...facts, ratedW: null }
    expect(readingProves('limit', { pct: 10 }, { limit_pct: 10, p: 9_000 }, unrated)).toBe(true)
  })
})
