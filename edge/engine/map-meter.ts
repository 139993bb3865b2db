import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { phases, powerFactor } from './phases.ts'
import type { DeviceReading, RawValue } from './reading.ts'
import { aboutOf, counterAt, known, numberAt, textAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

const meterModels = [201, 202, 203, 204, 211, 212, 213, 214]
/** Its power is positive when it feeds in; every other maker met counts what is drawn. Source: evcc, templates of both. */
const feedsInPositive = /^solaredge\b/i

/**
 * The readings of the meters of a device; none = it has none. On the wire power is positive when drawn from the grid.
 * Meters hang at the inverter that begins the chain, which is `whose`: it counts them its way, and their own names may be
 * others, or none. A counter of 0 is SunSpec's "not accumulated": a meter that never fed in says it of that side, while the
 * other counts. Of a side that could not be read nothing is known.
 */
export const meterReadings = (
  device: readonly ReadModel[],
  common: ReadModel | undefined,
  whose: string | null,
): DeviceReading[] => {
  const meters = device.filter(({ id, decoded }) => meterModels.includes(id) && decoded !== null)
  const about = aboutOf(common)
  const turned = [about.brand, whose].some((name) => feedsInPositive.test(name ?? '')) ? -1 : 1
  return meters.map((meter, index): DeviceReading => {
    const at = (name: string) => numberAt(meter, name)
    const watts = at('W')
    const counters = ['TotWhImp', 'TotWhExp'] as const
    const counts = counters.some((name) => at(name) !== null)
    const [e_in, e_out] = counters.map((name) => (counts ? counterAt(meter, name) : null))
    const m: Metrics = known({
      p: watts === null ? null : watts * turned + 0,
      q: at('VAR'),
      s: at('VA'),
      pf: powerFactor(at('PF')),
      f: at('Hz'),
      u: phases(['PhVphA', 'PhVphB', 'PhVphC'].map(at)),
      i: phases(['AphA', 'AphB', 'AphC'].map(at)),
      e_in,
      e_out,
    })
    const raw = known<RawValue>({
      A: at('A'),
      PhV: at('PhV'),
      PPV: at('PPV'),
      WphA: at('WphA'),
      WphB: at('WphB'),
      WphC: at('WphC'),
      Evt: at('Evt'),
    })
    return {
      sn: index === 0 ? textAt(common, 'SN') : null,
      t: 'meter',
      st: null,
      m,
      raw,
      about,
      alarms: null,
      controls: null,
    }
  })
}
