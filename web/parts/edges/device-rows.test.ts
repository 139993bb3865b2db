import { describe, expect, it } from 'vitest'
import { answeredShare, lineState, powerOf } from './device-rows.ts'

const link = { asked: 0, answered: 0, answerMs: null, lastAnswerAt: null, trouble: null }
const trouble = { code: 'timeout', text: 'The device did not answer in time.' }
const taken = { rev: 3, takenRev: 3, refused: null }

const of = (kind: 'inverter' | 'meter' | 'battery', powerW: number | null) => ({ kind, powerW })

describe('the power of what stands at one address', () => {
  it('is that of its inverters: a meter and a battery are no part of it', () => {
    expect(powerOf([of('inverter', 3000), of('meter', -800), of('battery', 500)])).toBe(3000)
    expect(powerOf([of('inverter', 3000), of('inverter', null), of('inverter', 10)])).toBe(3010)
    expect(powerOf([of('meter', -800)])).toBe(-800)
    expect(powerOf([of('inverter', null), of('meter', 5)])).toBeNull()
    expect(powerOf([])).toBeNull()
  })
})

describe('the line of a device that an edge reads', () => {
  it('is not known before anything was asked: never 0', () => {
    expect(answeredShare(link)).toBeNull()
    expect(answeredShare({ asked: 8, answered: 6 })).toBe(0.75)
    expect(answeredShare({ asked: 8, answered: 9 })).toBe(1)
  })

  it('says what keeps it from being read before how it answers', () => {
    const answered = { ...link, asked: 9, answered: 9 }
    expect(lineState({ refused: trouble, link: answered }, taken)).toBe('refused')
    expect(lineState({ refused: null, link: { ...answered, trouble } }, taken)).toBe('trouble')
    expect(lineState({ refused: null, link: answered }, taken)).toBe('answers')
  })

  it('tells a list that is on its way from a device that has not answered yet', () => {
    expect(lineState({ refused: null, link: null }, { ...taken, takenRev: 2 })).toBe('waits')
    expect(lineState({ refused: null, link: null }, taken)).toBe('silent')
    expect(lineState({ refused: null, link }, taken)).toBe('silent')
  })
})
