import { describe, expect, it } from 'vitest'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { overTemperature } from '#domain/alarms/rules/over-temperature.ts'
import { runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { at, bad, device, gateway, MINUTE, NOON, steady } from './made-window.ts'

const judged = (temperatures: readonly number[], p = 6000) =>
  bad(
    overTemperature.judge(
      at(temperatures.map((t, n) => device(`i${n}`, {}, steady(p, { t })))),
      75,
      new Map(),
    ),
  )

/** How often an inverter is said to be too hot over days; it is hot under full load about noon, and cool otherwise. */
const timesOver = (days: number, hot: boolean) => {
  const states: RuleStates = new Map()
  let times = 0
  for (let step = 0; step < days * 288; step += 1) {
    const now = NOON + step * 5 * MINUTE
    const ofDay = (step % 288) / 288
    const sun = Math.max(0, Math.cos(2 * Math.PI * ofDay))
    const t = 25 + (hot ? 54 : 30) * sun
    const readings = steady(9000 * sun, { t }).map((one, back) => ({
      ...one,
      ts: now - (7 - back) * 5 * MINUTE,
    }))
    const window = at([{ ...gateway(0), heardAt: now }, device('a', { heardAt: now }, readings)], now)
    const { events } = runRules(window, usualSettings, states, new Map(), ['over_temperature'])
    times += events.filter(({ kind }) => kind === 'raised').length
  }
  return { times, open: [...states.values()].some(({ active }) => active) }
}

describe('fans', () => {
  it('compares with the coolest of those that work as hard: two that have failed do not excuse each other', () => {
    expect(judged([62, 45, 44])).toEqual(['i0'])
    expect(judged([62, 63, 44])).toEqual(['i0', 'i1'])
    expect(judged([62, 63, 61])).toEqual([])
  })

  it('does not take one for cool that has only just begun to work', () => {
    const begun = [...steady(500).slice(0, 7), { p: 6000 }].map((one) => ({ ...one, t: 40 }))
    const window = at([device('a', {}, steady(6000, { t: 58 })), device('b', {}, begun)])
    expect(bad(overTemperature.judge(window, 75, new Map()))).toEqual([])
  })

  it('is one alarm over ten days that are hot at noon and cool in the evening, and ends where it is cool at noon', () => {
    expect(timesOver(10, true)).toEqual({ times: 1, open: true })
    expect(timesOver(3, false)).toEqual({ times: 0, open: false })
  })
})
