import { expect, it } from 'vitest'
import { analysesFor, rules } from '#domain/alarms/rules/all-rules.ts'
import { runRules } from '#domain/alarms/rules/run-rules.ts'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { needsOf } from '#domain/analyses/run-analyses.ts'
import type { RuleReading } from '#domain/analyses/station-window.ts'
import { worldStation } from '#simulator/world.ts'
import { stationWindows } from './simulated-windows.ts'

const HOUR = 3_600_000
/** What comes with every reading, and what the database calls differently. */
const always = new Set(['ts', 'flags', 'state'])
const named: Record<string, string> = { pDc: 'p_dc', eTot: 'e_tot', ePv: 'e_pv' }

const watched = (reading: RuleReading, seen: Set<string>): RuleReading =>
  new Proxy(reading, {
    get: (target, key) => {
      if (typeof key === 'string' && !always.has(key)) seen.add(named[key] ?? key)
      return Reflect.get(target, key)
    },
  })

it('every rule looks at nothing but the metrics it declares: nothing else is read for it', () => {
  const undeclared: string[] = []
  let looked = 0
  for (const key of ['kathmandu-school', 'landshut-barn', 'shanghai-factory']) {
    const fromTs = Date.parse('2026-06-21T06:00:00Z')
    const span = { fromTs, toTs: fromTs + 3 * HOUR, faults: [], seed: 1, stringsEntered: true }
    for (const window of stationWindows(worldStation(key), span)) {
      if (window.at % HOUR !== 0) continue
      for (const { id } of Object.values(rules)) {
        const seen = new Set<string>()
        const devices = window.devices.map((device) => ({
          ...device,
          readings: device.readings.map((reading) => watched(reading, seen)),
        }))
        runRules({ ...window, devices }, usualSettings, new Map(), new Map(), [id])
        const { readings } = needsOf(analysesFor([id]))
        looked += seen.size
        for (const part of seen)
          if (![...readings].some((one) => one === part)) undeclared.push(`${id} ${part}`)
      }
    }
  }
  expect([...new Set(undeclared)]).toEqual([])
  expect(looked).toBeGreaterThan(20)
})
