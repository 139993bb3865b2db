import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'

type Said = number | null

/** An inverter of Hoymiles as a gateway of the community tells it, in V, A, W, Hz and °C. */
export type HoymilesSaid = {
  sn: string | null
  /** What its owner calls it, where that is all that says who it is. */
  name?: string
  model: string | null
  sw: string | null
  ratedW: Said
  /** When the gateway heard it last, epoch ms; null = it does not say. */
  ts: number | null
  /** Whether it answers by radio now; null = not said. */
  isReachable: boolean | null
  isProducing: boolean | null
  /** Lines, the first alone of one-phase inverters; line to line of those that say no other. */
  volts: Said[]
  amperes: Said[]
  hertz: Said
  watts: Said
  vars: Said
  powerFactor: Said
  dcWatts: Said
  celsius: Said
  /** Since it was built, and since its start today. */
  totalWh: Said
  dayWh: Said
  inputs: { n: number; volts: Said; amperes: Said; watts: Said }[]
  raw: Record<string, RawValue | null>
}

/** Up to six inputs. Source: HMT-2250-6T. */
const MOST_INPUTS = 6

const stateOf = ({ isReachable, isProducing }: HoymilesSaid): ReportedState | null =>
  isReachable !== true || isProducing === null ? null : isProducing ? 'grid' : 'standby'

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
const lines = (values: readonly Said[]): Said[] | null => {
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : values.slice(0, last + 1)
}

/**
 * Whether a gateway has ever heard it since its own start: until then it tells zeros, its lifetime counter among them. On
 * the grid there is a voltage or a frequency.
 */
const isHeard = (said: HoymilesSaid): boolean =>
  said.ts === null || said.ts > 0
    ? said.isReachable === true || (said.hertz ?? 0) > 0 || said.volts.some((volts) => (volts ?? 0) > 0)
    : false

/**
 * Its reading, with the time at which it was heard: gateways go on telling what an inverter said last, all night long.
 * None, when it was never heard. The inputs are those of the modules.
 */
export const hoymilesReading = (said: HoymilesSaid): DeviceReading[] => {
  if (!isHeard(said)) return []
  const mppt = said.inputs
    .slice(0, MOST_INPUTS)
    .map(({ n, volts, amperes, watts }) => ({ n, ...known({ u: volts, i: amperes, p: watts }) }))
    .filter((one) => Object.keys(one).length > 1)
  const factor = said.powerFactor
  return [
    {
      sn: said.sn,
      t: 'inverter',
      ...(said.name === undefined ? {} : { name: said.name }),
      ...(said.ts === null ? {} : { ts: said.ts }),
      st: stateOf(said),
      m: known({
        p: said.watts,
        q: said.vars,
        // Called a percentage and printed as a fraction, or the other way round.
        pf: factor === null ? null : Math.abs(factor) > 1 ? round(factor / 100, 5) : factor,
        f: said.hertz,
        u: lines(said.volts),
        i: lines(said.amperes),
        t: said.celsius,
        p_dc: said.dcWatts,
        e_tot: said.totalWh,
        mppt: mppt.length > 0 ? mppt : null,
      }),
      raw: known<RawValue>({
        ...said.raw,
        reachable: said.isReachable === null ? null : Number(said.isReachable),
        YieldDay: said.dayWh,
      }),
      about: {
        brand: 'Hoymiles',
        model: said.model,
        sw: said.sw,
        ratedW: said.ratedW,
        mppt: mppt.length > 0 ? mppt.length : null,
        strings: null,
      },
      alarms: null,
      controls: null,
    },
  ]
}

/** Version of their software, of the number that gateways print: 10016 is 1.0.16. */
export const hoymilesVersion = (printed: number | null): string | null =>
  printed === null || !Number.isInteger(printed) || printed <= 0
    ? null
    : `${Math.floor(printed / 10_000)}.${Math.floor(printed / 100) % 100}.${printed % 100}`
