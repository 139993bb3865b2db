import { AWAKE_DEG } from '#domain/analyses/light.ts'
import { sunAt } from '#domain/stations/sun.ts'
import type { Fault } from '#simulator/faults.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { world } from '#simulator/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A fault begins on a step of this length before or after the moment that was meant. */
const STEP = 5 * MINUTE

/** The station whose gateway has lost its network, and for how long when the world begins. */
export const silentStation = { key: 'kathmandu-school', gateway: 'GW2402A00083', sinceMs: 2 * HOUR }

const specOf = (serial: string): StationSpec => {
  const found = world.find((spec) =>
    invertersOf(spec).some(
      ({ sn, strings }) =>
        sn === serial || strings.some(({ optimizers = [] }) => optimizers.some((one) => one.sn === serial)),
    ),
  )
  if (found === undefined) throw new Error(`no station has ${serial}`)
  return found
}

/**
 * The moment nearest to `meant` at which the device works: before it of what lies behind already, after it of what is
 * still to come. What sleeps neither trips nor blows a fuse.
 */
const awakeAt = (serial: string, meant: number, towards: 'before' | 'after'): number => {
  const spec = specOf(serial)
  const step = towards === 'before' ? -STEP : STEP
  let ts = meant
  while (sunAt(ts, spec).elevationDeg < AWAKE_DEG) ts += step
  return ts
}
const past = (serial: string, meant: number): { from: number } => ({
  from: awakeAt(serial, meant, 'before'),
})
const coming = (serial: string, meant: number, lastsMs: number): { from: number; to: number } => {
  const from = awakeAt(serial, meant, 'after')
  return { from, to: from + lastsMs }
}

/** What is wrong in the demonstration world: some of it from the start, some while somebody watches. */
export const demoFaults = (now: number): Fault[] => {
  const [tripped, blown, shaded, hot] = ['A2112250013', 'A2304110002', '4-9A57022L', 'A2208110042']
  const [soon, sooner] = ['SMA3011250661', 'A2010250111']
  return [
    {
      name: 'gateway-link-lost',
      gateway: silentStation.gateway,
      from: now - silentStation.sinceMs,
      to: now + 400 * 24 * HOUR,
    },
    { name: 'inverter-trip', inverter: tripped, ...past(tripped, now - 26 * HOUR) },
    { name: 'string-fuse', inverter: blown, string: 5, ...past(blown, now - 50 * HOUR) },
    { name: 'shaded-optimizer', optimizer: shaded, light: 0.45, ...past(shaded, now - 60 * HOUR) },
    { name: 'string-fuse', inverter: soon, string: 3, ...coming(soon, now + 4 * MINUTE, 30 * MINUTE) },
    { name: 'string-fuse', inverter: sooner, string: 7, ...coming(sooner, now + 2 * MINUTE, 28 * MINUTE) },
    { name: 'over-temperature', inverter: hot, limit: 0.45, ...past(hot, now - HOUR) },
  ]
}
