import { describe, expect, it } from 'vitest'
import { byView, numberMetrics } from '#domain/telemetry/metrics.ts'
import { curveChoices, curveLines, pagesOf, type DeviceCurve } from './curve-lines.ts'
import { withLatest, type Reading } from './live-curve.ts'

const curve: DeviceCurve = {
  day: '2026-03-15',
  timeZone: 'UTC',
  from: 0,
  to: 86_400_000,
  ts: [300_000, 600_000],
  flags: [0, 64],
  hist: [true, false],
  cut: false,
  series: [
    { metric: 'powerW', index: null, unit: 'W', values: [100, 200] },
    { metric: 'phaseV', index: 2, unit: 'V', values: [230, null] },
    { metric: 'mpptA', index: 3, unit: 'A', values: [1, 2] },
  ],
}
const reading: Reading = {
  ts: 900_000,
  receivedAt: 900_100,
  state: 'grid_connected',
  flags: 0,
  ...byView(numberMetrics, () => null),
  powerW: 300,
  frequencyHz: 50,
  phaseV: [231, 232, 233],
  phaseA: null,
  closed: null,
  keepalive: null,
  strings: null,
  alarmWords: null,
  mppt: [{ n: 3, v: 400, a: 3, w: 1200 }],
}

describe('what can be drawn', () => {
  it('is what was measured', () => {
    expect(curveChoices(curve)).toEqual(['power', 'phaseV', 'mpptA'])
    expect(curveChoices({ ...curve, series: [] })).toEqual([])
    expect(curveLines(curve, 'phaseV')).toMatchObject({
      measure: 'voltage',
      fit: true,
      lines: [{ index: 2 }],
    })
  })
  it('comes in pages of as many lines as there are colours', () => {
    const line = { metric: 'mpptW' as const, index: 1, unit: 'W', values: [] }
    expect([0, 6, 7, 12].map((count) => pagesOf(Array.from({ length: count }, () => line)))).toEqual([
      1, 1, 2, 2,
    ])
  })
})

describe('the newest reading', () => {
  it('grows the line by itself', () => {
    const grown = withLatest(curve, reading, 900_000)
    expect(grown.ts).toEqual([300_000, 600_000, 900_000])
    expect(grown.series.map(({ values }) => values.at(-1))).toEqual([300, 232, 3])
    expect([grown.flags.length, grown.hist.length]).toEqual([3, 3])
  })
  it('does not bridge a silence', () => {
    const grown = withLatest(curve, { ...reading, ts: 7_200_000 }, 900_000)
    expect(grown.ts).toEqual([300_000, 600_000, 600_001, 7_200_000])
    expect(grown.series[0]?.values).toEqual([100, 200, null, 300])
  })
  it('changes nothing when it is in the curve, older, of another day, or absent', () => {
    for (const ts of [600_000, 1, -5, 86_400_000]) {
      expect(withLatest(curve, { ...reading, ts }, 900_000)).toBe(curve)
    }
    expect(withLatest(curve, null, 900_000)).toBe(curve)
  })
})
