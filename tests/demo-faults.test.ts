import { describe, expect, it } from 'vitest'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { world } from '#simulator/world.ts'
import { demoFaults } from '../scripts/demo/demo-faults.ts'

const HOUR = 3_600_000
const hours = Array.from({ length: 48 }, (_, half) => half / 2)

const stations = world.map((spec) => ({
  spec,
  sound: simulateDevices(spec, { counters: plausibleCounters(spec, Date.UTC(2026, 0, 1)) }),
}))
/** What a healthy device of this serial would give at an instant, W; of an optimizer its inverter. */
const powerAt = (serial: string, ts: number): number => {
  for (const { spec, sound } of stations)
    for (const [index, { sn, strings }] of invertersOf(spec).entries())
      if (sn === serial || strings.some(({ optimizers = [] }) => optimizers.some((one) => one.sn === serial)))
        return sound.momentAt(ts).inverterAcW[index] ?? 0
  throw new Error(`no station has ${serial}`)
}

describe.each([
  { season: 'summer', day: Date.UTC(2026, 5, 21) },
  { season: 'winter', day: Date.UTC(2026, 11, 21) },
])('faults of the demonstration, started at any time of a day in $season', ({ day }) => {
  it('begin while their device works, those of the past before it and those to come after it', () => {
    for (const hour of hours) {
      const now = day + hour * HOUR
      for (const fault of demoFaults(now)) {
        const serial =
          'inverter' in fault ? fault.inverter : 'optimizer' in fault ? fault.optimizer : undefined
        if (serial === undefined) continue
        const told = `${fault.name} of ${serial}, started at ${new Date(now).toISOString()}`
        expect([told, powerAt(serial, fault.from) > 0]).toEqual([told, true])
        const to = 'to' in fault ? fault.to : undefined
        // What is to come lasts as long as it was meant to, and is seen within a day.
        if (to === undefined) expect(fault.from).toBeLessThanOrEqual(now - HOUR)
        else {
          expect(fault.from).toBeGreaterThan(now)
          expect(fault.from).toBeLessThan(now + 24 * HOUR)
          expect((to - fault.from) / 60_000).toBeOneOf([28, 30])
        }
      }
    }
  })
})
