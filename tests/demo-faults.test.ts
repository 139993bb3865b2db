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

const begun = (now: number) =>
  demoFaults(now).flatMap((fault) => {
    const serial = 'inverter' in fault ? fault.inverter : 'optimizer' in fault ? fault.optimizer : null
    const to = 'to' in fault ? (fault.to ?? null) : null
    return serial === null ? [] : [{ serial, from: fault.from, to, now }]
  })

describe.each([
  { season: 'summer', day: Date.UTC(2026, 5, 21) },
  { season: 'winter', day: Date.UTC(2026, 11, 21) },
])('faults of the demonstration, started at any time of a day in $season', ({ day }) => {
  const all = hours.flatMap((hour) => begun(day + hour * HOUR))

  it('begin while their device works', () => {
    expect(all).toHaveLength(6 * hours.length)
    expect(all.filter(({ serial, from }) => powerAt(serial, from) <= 0)).toEqual([])
  })

  it('lie before it where they are of the past, and come within a day for as long as they were meant to', () => {
    const isRight = ({ from, to, now }: (typeof all)[number]): boolean =>
      to === null
        ? from <= now - HOUR
        : from > now && from < now + 24 * HOUR && [28, 30].includes((to - from) / 60_000)
    expect(all.filter((one) => !isRight(one))).toEqual([])
  })
})
