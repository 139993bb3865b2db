import { describe, expect, it } from 'vitest'
import { inverterOff } from '#domain/alarms/rules/inverter-off.ts'
import { outputs } from '#domain/alarms/rules/no-production.ts'
import { at, bad, device, steady } from './made-window.ts'

/** 27.6 W was entered where 27,600 W was meant; its counter has shown 26 kW. */
const typed = { ratedW: 27.6, shownW: 26_000 }

describe('a rating that the counter outruns', () => {
  it('makes nobody beside it look switched off', () => {
    const window = at([device('typed', typed, steady(20_000)), device('sound', {}, steady(7_500))])
    expect(bad(inverterOff.judge(window, 10, new Map()))).toEqual([])
    expect(outputs(window).map(({ percent }) => Math.round(percent))).toEqual([77, 75])
  })

  it('does not hide that the inverter itself stands still', () => {
    const window = at([
      device('typed', typed, steady(20)),
      device('a', {}, steady(7_500)),
      device('b', {}, steady(7_400)),
    ])
    expect(bad(inverterOff.judge(window, 10, new Map()))).toEqual(['typed'])
  })
})
