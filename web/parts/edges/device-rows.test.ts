import { describe, expect, it } from 'vitest'
import { answeredShare, lineState, powerOf, readDevices } from './device-rows.ts'

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

const child = (id: string, kind: 'inverter' | 'battery', powerW: number, wh: number | null) =>
  ({ id, kind, name: id, powerW, night: wh === null ? null : { day: 'today', wh }, lastAt: 1 }) as never
const read = (...children: never[]) =>
  readDevices(
    { devices: ['a', 'b', 'c'].map((id) => ({ id, url: 'tcp://x', deviceIds: [id] }) as never) },
    children,
  ).map(({ gives, rest }) => [gives, rest])

describe('what stands at the addresses of an edge', () => {
  it('is what the day brought while all inverters rest, and of a battery what flows', () => {
    expect(
      read(
        child('a', 'inverter', 0, 640),
        child('b', 'inverter', 0, null),
        child('c', 'battery', -250, null),
      ),
    ).toEqual([
      [640, 'today'],
      [null, 'today'],
      [-250, null],
    ])
  })
  it('is the power of all as long as one gives some', () => {
    expect(read(child('a', 'inverter', 12, 640), child('b', 'inverter', 0, 610))).toEqual([
      [12, null],
      [0, null],
      [null, null],
    ])
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
