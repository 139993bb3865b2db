import { describe, expect, it } from 'vitest'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { levels } from '#domain/alarms/rules/learned-levels.ts'
import { gridVoltage } from '#domain/alarms/rules/grid.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { nominalOf } from '#domain/alarms/rules/nominal-voltage.ts'
import { runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import type { RuleReading } from '#domain/analyses/station-window.ts'
import { at, device, gateway, MINUTE, NOON, steady } from './made-window.ts'

const voltsOf = (level: number, country: string, setting: number | null = null) => {
  const found = nominalOf(level, country, setting)
  return found === null ? null : `${found.volts} ${found.between}`
}
const steps = (hours: number): number[] => Array.from({ length: hours * 12 }, (_, step) => step)

/** What is open after hours of these voltages, half an hour of readings in view at each step. */
const after = (
  country: string,
  course: readonly { hours: number; u: number[]; raw?: RuleReading['raw'] }[],
) => {
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const raised = new Set<string>()
  let now = NOON
  for (const { hours, u, raw = null } of course)
    for (const _ of steps(hours)) {
      now += 5 * MINUTE
      const readings = steady(6000, { u, raw }).map((one, index, all) => ({
        ...one,
        ts: now - (all.length - 1 - index) * 5 * MINUTE,
      }))
      const window = { ...at([gateway(0), device('a', {}, readings)], now), country }
      const { events, kept } = runRules(window, usualSettings, states, memory, ['grid_voltage'])
      remember(memory, kept)
      for (const { kind, state } of events) if (kind === 'raised') raised.add(state.code)
    }
  return [...raised]
}

describe('the voltage a grid is meant to have', () => {
  it.each([
    ['US', 277, '277 phase'],
    ['US', 209, '208 line'],
    ['US', 478, '480 line'],
    ['US', 118, '120 phase'],
    ['US', 243, '240 line'],
    ['CO', 208, '208 line'],
    ['CO', 122, '120 phase'],
    ['JP', 101, '101 phase'],
    ['JP', 204, '202 line'],
    ['JP', 420, '415 line'],
    ['BR', 128, '127 phase'],
    ['BR', 381, '380 line'],
    ['DE', 253, '230 phase'],
    ['DE', 402, '400 line'],
    ['CN', 222, '220 phase'],
    ['CN', 462, '462 line'],
    ['CN', 800, '800 line'],
    // A neighbour's, where the country has none like it.
    ['DE', 121, '120 phase'],
    ['CA', 601, '600 line'],
  ])('of %s at %d V is %s', (country, level, nominal) => {
    expect(voltsOf(level, country)).toBe(nominal)
  })

  it('is what the device is set to, by phase or line, and nothing where nothing stands', () => {
    expect([voltsOf(229, 'US', 208), voltsOf(133, 'US', 208), voltsOf(231, 'DE', 400)]).toEqual([
      '208 line',
      '120 phase',
      '231 phase',
    ])
    expect([voltsOf(15, 'DE'), voltsOf(240, 'US', 0xffff)]).toEqual([null, '240 line'])
  })

  it.each([
    ['US', [277, 278, 276]],
    ['US', [208, 207, 209]],
    ['US', [480, 481, 479]],
    ['US', [120.2, 119.8, 240]],
    ['CO', [208, 209, 208]],
    ['JP', [101.5, 101]],
    ['JP', [203]],
    ['SA', [128, 127, 128]],
    ['GB', [243, 244, 242]],
  ])('raises nothing in %s at %j', (country, u) => {
    expect(after(country, [{ hours: 5, u }])).toEqual([])
  })

  it('tells a high voltage from the next system of the country by the level it usually has', () => {
    expect(
      after('US', [
        { hours: 5, u: [241] },
        { hours: 1, u: [266] },
      ]),
    ).toEqual(['RULE-GRID-OVERVOLTAGE'])
    expect(
      after('US', [
        { hours: 5, u: [241] },
        { hours: 1, u: [212] },
      ]),
    ).toEqual(['RULE-GRID-UNDERVOLTAGE'])
    // The neutral is lost: one phase goes where another system stands.
    expect(
      after('DE', [
        { hours: 5, u: [231, 230, 232] },
        { hours: 1, u: [231, 272, 190] },
      ]),
    ).toEqual(['RULE-GRID-OVERVOLTAGE', 'RULE-GRID-UNDERVOLTAGE'])
    // What is out of its limits for long is not learned for the usual.
    expect(after('DE', [{ hours: 200, u: [256, 230, 231] }])).toEqual(['RULE-GRID-OVERVOLTAGE'])
  })

  it('believes the setting of a device at once', () => {
    expect(after('US', [{ hours: 1, u: [231, 232, 230], raw: { VRef: 208 } }])).toEqual([
      'RULE-GRID-OVERVOLTAGE',
    ])
    expect(after('US', [{ hours: 1, u: [231, 232, 230], raw: { VRef: 0xffff } }])).toEqual([])
  })

  it('says which voltage it holds the readings against', () => {
    const usual = { volts: 208, seen: 9 }
    const found = gridVoltage.judge(
      { ...at([device('a', {}, steady(6000, { u: [209, 208, 236] }))]), country: 'CO' },
      10,
      new Map([['a', new Map([[levels.id, { phases: [usual, usual, usual] }]])]]),
    )
    expect(
      found.map(({ code, says, readings }) => [code, says, readings['nominalV'], readings['lineVoltage']]),
    ).toEqual([
      ['RULE-GRID-OVERVOLTAGE', 'bad', 208, true],
      ['RULE-GRID-UNDERVOLTAGE', 'good', 208, true],
    ])
  })
})
