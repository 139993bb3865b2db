import { describe, expect, it } from 'vitest'
import { rules } from '#domain/alarms/rules/all-rules.ts'
import { worldStation } from '#simulator/world.ts'
import { alarms as en } from '#web/app/phrases/en/alarms.ts'
import { alarms as zh } from '#web/app/phrases/zh_CN/alarms.ts'
import { toldReadings } from '#web/parts/alarms/alarm-reading.ts'
import { stationWindows } from './simulated-windows.ts'

const HOUR = 3_600_000
const of = (readings: Parameters<typeof toldReadings>[0]) =>
  toldReadings(readings).map(({ word, name, unit, value }) => [word ?? name, value, unit])

describe('readings that fired an alarm', () => {
  it('have a word in both languages, whichever rule gives them', () => {
    const names = new Set<string>()
    const nameless = new Set<string>()
    for (const key of ['kathmandu-school', 'landshut-barn']) {
      const spec = worldStation(key)
      const fromTs = Date.parse('2026-06-21T06:00:00Z')
      const span = { fromTs, toTs: fromTs + 2 * HOUR, faults: [], seed: 1, stringsEntered: true }
      for (const window of stationWindows(spec, span))
        for (const rule of Object.values(rules))
          for (const { readings } of rule.judge(window, rule.threshold.usual, new Map()))
            for (const name of Object.keys(readings)) {
              names.add(name)
              if (toldReadings({ [name]: 1 }).some(({ word }) => word === null)) nameless.add(name)
            }
    }
    expect([...nameless]).toEqual([])
    expect(names.size).toBeGreaterThan(30)
    for (const { alarms } of [en, zh])
      expect(Object.values(alarms.reading).every((word) => word.length > 1)).toBe(true)
  })

  it('are told in the order of the catalogue, however they were kept', () => {
    const kept = { x_7: 1, days: '2026-06-21', peers: 3, limitPercent: 7, deficitPercent: 8.4 }
    expect(toldReadings(kept).map(({ name }) => name)).toEqual([
      'deficitPercent',
      'days',
      'peers',
      'limitPercent',
      'x_7',
    ])
  })

  it('leave out what is unknown, and name the threshold once', () => {
    expect(of({ silentMin: 35, ratedKw: null, threshold: 30, unit: 'min' })).toEqual([
      ['silentMin', 35, 'min'],
      ['limit', 30, 'min'],
    ])
    expect(of({ currentA: 3.2, limitA: 4.5, threshold: 70, unit: '%' })).toEqual([
      ['currentA', 3.2, 'A'],
      ['limitCurrent', 4.5, 'A'],
    ])
    expect(of({ riso_kohm: 38, x_7: 'a' })).toEqual([
      ['insulationKohm', 38, 'kΩ'],
      ['x_7', 'a', ''],
    ])
  })
})
