import { describe, expect, it } from 'vitest'
import { judgeAnswer, readingProves } from './answer-event.ts'

const ok = (snKey: string) => ({ snKey, ok: true, code: null })
const no = (snKey: string, code: string | null = null) => ({ snKey, ok: false, code })

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
    expect(judged).toEqual({ event: 'done', code: null, targets: [ok('GW1')] })
  })

  it('takes a gateway that names itself at its word', () => {
    const judged = judgeAnswer('activate', 'GW1', ['GW1'], { stage: 'done', results: [no('GW1', 'locked')] })
    expect(judged).toEqual({ event: 'failed', code: 'locked', targets: [no('GW1', 'locked')] })
  })

  it('wants each device named: silence about one is no success', () => {
    const results = [ok('A1')]
    expect(judgeAnswer('read', 'GW1', ['A1', 'B1'], { stage: 'done', results })).toMatchObject({
      event: 'failed',
      code: 'partly',
      targets: [ok('A1'), no('B1', 'no_answer')],
    })
    expect(judgeAnswer('read', 'GW1', ['B1'], { stage: 'done', results })).toMatchObject({
      event: 'failed',
      code: 'no_answer',
    })
  })

  it.each(['switch', 'limit', 'restart'] as const)(
    'C5: does not take the word of a gateway for %s: a reading proves it',
    (op) => {
      expect(judgeAnswer(op, 'GW1', ['A1'], { stage: 'done', results: [ok('A1')] }).event).toBe('effected')
    },
  )

  it.each([
    [{ on: false }, { closed: false }, true],
    [{ on: false }, { closed: true }, false],
    [{ on: true }, { closed: true }, true],
    [{ on: false }, { st: 'shutdown' }, true],
    [{ on: false }, { st: 'grid' }, false],
    [{ on: true }, { st: 'standby' }, true],
    [{ on: true }, { st: 'shutdown' }, false],
    [{ on: false }, { p: 0 }, null],
    [{ on: false }, null, null],
  ])('C5: a switch %j and a reading %j: %s', (args, after, proves) => {
    expect(readingProves('switch', args, after)).toBe(proves)
  })
})
