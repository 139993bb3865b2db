import { describe, expect, it } from 'vitest'
import { emptyCell, energyCell, heardCell, heatColumns, silentCell, type HeatStep } from './heat.ts'

const reading = { ts: 5, state: null, closed: null, value: 0 }

describe('what a place gives', () => {
  it('0 W is nothing given, 0 °C is a temperature', () => {
    expect(heardCell('power', reading).state).toBe('zero')
    expect(heardCell('voltage', reading).state).toBe('zero')
    expect(heardCell('temperature', reading)).toEqual({ state: 'value', value: 0, ts: 5 })
  })
  it('shut down stands before any value, and unknown is no zero', () => {
    expect(heardCell('power', { ...reading, state: 'shutdown', value: 12 }).state).toBe('shutdown')
    expect(heardCell('power', { ...reading, closed: false, value: null }).state).toBe('shutdown')
    expect(heardCell('power', { ...reading, closed: true, value: null }).state).toBe('unmeasured')
  })
  it('of the silent only those that sleep are known to give nothing', () => {
    expect(silentCell('power', 7, true)).toEqual({ state: 'zero', value: 0, ts: 7 })
    expect(silentCell('voltage', 7, true)).toEqual({ state: 'asleep', value: null, ts: 7 })
    expect(silentCell('power', 7, false).state).toBe('stale')
    expect(silentCell('voltage', 7, false).state).toBe('stale')
    expect(silentCell('power', null, true).state).toBe('never')
  })
  it('the energy of a day does not ask what the device says now', () => {
    const stale = silentCell('power', 7, false)
    expect(energyCell(420, stale)).toEqual({ state: 'value', value: 420, ts: null })
    expect(energyCell(0, stale)).toEqual({ state: 'zero', value: 0, ts: null })
    expect(
      [stale, silentCell('power', null, false), emptyCell].map((one) => energyCell(null, one).state),
    ).toEqual(['unmeasured', 'never', 'empty'])
  })
})

const step = (deviceNo: number, at: number, value: number | null, off = false): HeatStep => ({
  deviceNo,
  step: at,
  value,
  off,
})

const stay = (deviceNo: number, since: number | null, until: number | null) => ({
  placeId: 'p',
  deviceNo,
  since,
  until,
})

describe('a day in columns', () => {
  const frame = { from: 1000, to: 1060, stepMs: 10, toleranceMs: 20 }
  it('goes on across a replacement, each step by the device that hung there', () => {
    const stays = [stay(1, null, 1030), stay(2, 1030, null)]
    const all = [0, 1, 2, 3, 4, 5].flatMap((at) => [step(1, at, 10), step(2, at, 20)])
    expect(heatColumns(stays, all, frame)).toEqual([
      { placeId: 'p', v: [100, 100, 100, 200, 200, 200], off: [] },
    ])
  })
  it('a value lasts as long as the tolerance, and not into the time of the next device', () => {
    expect(heatColumns([stay(1, null, null)], [step(1, 1, 5)], frame)[0]?.v).toEqual([
      null,
      50,
      50,
      50,
      null,
      null,
    ])
    const stays = [stay(1, null, 1020), stay(2, 1020, null)]
    expect(heatColumns(stays, [step(1, 1, 5)], frame)[0]?.v).toEqual([null, 50, null, null, null, null])
  })
  it('tells where it was shut down, as runs', () => {
    const steps = [0, 1, 3].map((at) => step(1, at, 0, true)).concat(step(1, 2, 7), step(1, 4, null))
    const [column] = heatColumns([stay(1, null, null)], steps, { ...frame, toleranceMs: 0 })
    expect(column).toEqual({
      placeId: 'p',
      v: [0, 0, 70, 0, null, null],
      off: [
        [0, 2],
        [3, 4],
      ],
    })
  })
})
