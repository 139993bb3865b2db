import { describe, expect, it } from 'vitest'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { DeviceDetail } from '../device-facts.ts'
import { mainFigure } from './main-figure.ts'

type Reading = NonNullable<DeviceDetail['latest']>

const nothing = new Proxy({ flags: 0, strings: null } as Reading, {
  get: (target, name) => (name in target ? target[name as keyof Reading] : null),
})
const reading = (said: Partial<Reading>): Reading =>
  new Proxy(said as Reading, {
    get: (target, name) => target[name as keyof Reading] ?? nothing[name as keyof Reading],
  })
const main = (...[kind, said]: [Parameters<typeof mainFigure>[0], Partial<Reading>]) => {
  const found = mainFigure(kind, reading(said))
  return found && [found.of, found.value]
}

describe('the figure at the head of a page', () => {
  it('of a meter is its power without the sign, and unknown where the reading is in doubt', () => {
    expect(main('meter', { powerW: -1_720 })).toEqual(['power', 1_720])
    expect(main('meter', {})).toEqual(['power', null])
    expect(main('meter', { powerW: 9e9, flags: qualityFlags.power })).toEqual(['power', null])
  })

  it('of a battery is its charge, or its power where it does not say it', () => {
    expect(main('battery', { socPct: 61.5, powerW: -800 })).toEqual(['charge', 61.5])
    expect(main('battery', { socPct: 0 })).toEqual(['charge', 0])
    expect(main('battery', { powerW: -800 })).toEqual(['power', 800])
  })

  it('of a weather station is the light, or what else it measures', () => {
    expect(main('weather', { irradianceWm2: 0, moduleC: -8 })).toEqual(['light', 0])
    expect(main('weather', { moduleC: -8, ambientC: -9 })).toEqual(['module', -8])
    expect(main('weather', { ambientC: -9 })).toEqual(['air', -9])
    expect(main('weather', { windMs: 3 })).toBeNull()
  })

  it('of a combiner box is its power, or what all of its strings carry where all are known', () => {
    const strings = [
      { n: 1, a: 7.5 },
      { n: 2, a: 8.5 },
    ]
    expect(main('combiner', { dcPowerW: 9_100, strings })).toEqual(['dc', 9_100])
    expect(main('combiner', { strings })).toEqual(['strings', 16])
    expect(main('combiner', { strings: [...strings, { n: 3, a: null }] })).toEqual(['strings', null])
    expect(main('combiner', {})).toBeNull()
  })
})
