import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { at, entriesAt, listAt, numberAt } from '../json.ts'
import { phases, sumOf } from '../phases.ts'
import type { AboutDevice, DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'

/**
 * Meters of Shelly, as their pages tell them. Sources: the maker's documentation of the API (Gen1; Gen2 and later: EM,
 * EM1, PM1, Switch and their data). Power above 0 is drawn, energy is counted in Wh; "returned" is what flows back.
 */

type Said = number | null

/** Of lines that are all known, in W or Wh. */
const total = (values: readonly Said[]): Said => {
  const sum = sumOf(values)
  return sum === null ? null : Number(sum.toFixed(3))
}

export type ShellyMeter = {
  /** Which of several at the device; null = it has one alone. */
  part: string | null
  m: Metrics
  raw: Record<string, RawValue>
}

const letters = ['a', 'b', 'c']

/** Three lines measured as one (`em:0`), with their counters (`emdata:0`). */
const threeLines = (status: unknown, n: string): ShellyMeter => {
  const [now, data] = [at(status, `em:${n}`), at(status, `emdata:${n}`)]
  const of = (name: string) => letters.map((phase) => numberAt(now, `${phase}_${name}`))
  return {
    part: `em.${n}`,
    m: known({
      p: numberAt(now, 'total_act_power'),
      s: numberAt(now, 'total_aprt_power'),
      f: numberAt(now, 'a_freq') ?? numberAt(now, 'b_freq') ?? numberAt(now, 'c_freq'),
      u: phases(of('voltage')),
      i: phases(of('current')),
      e_in: numberAt(data, 'total_act'),
      e_out: numberAt(data, 'total_act_ret'),
    }),
    raw: known<RawValue>({
      ...Object.fromEntries(
        letters.map((phase, line) => [`P${line + 1}`, numberAt(now, `${phase}_act_power`)]),
      ),
      n_current: numberAt(now, 'n_current'),
    }),
  }
}

/** One line (`em1:0`, `em1data:0`). */
const oneLine = (status: unknown, n: string): ShellyMeter => {
  const [now, data] = [at(status, `em1:${n}`), at(status, `em1data:${n}`)]
  return {
    part: `em1.${n}`,
    m: known({
      p: numberAt(now, 'act_power'),
      s: numberAt(now, 'aprt_power'),
      pf: numberAt(now, 'pf'),
      f: numberAt(now, 'freq'),
      u: phases([numberAt(now, 'voltage')]),
      i: phases([numberAt(now, 'current')]),
      e_in: numberAt(data, 'total_act_energy'),
      e_out: numberAt(data, 'total_act_ret_energy'),
    }),
    raw: {},
  }
}

/** What a plug or a relay measures of what hangs behind it (`pm1:0`, `switch:0`): its counters stand beside its power. */
const behindIt = (status: unknown, component: 'pm1' | 'switch', n: string): ShellyMeter | null => {
  const now = at(status, `${component}:${n}`)
  const p = numberAt(now, 'apower')
  if (p === null) return null
  return {
    part: `${component}.${n}`,
    m: known({
      p,
      s: numberAt(now, 'aprtpower'),
      pf: numberAt(now, 'pf'),
      f: numberAt(now, 'freq'),
      u: phases([numberAt(now, 'voltage')]),
      i: phases([numberAt(now, 'current')]),
      t: numberAt(now, 'temperature', 'tC'),
      e_in: numberAt(now, 'aenergy', 'total'),
      e_out: numberAt(now, 'ret_aenergy', 'total'),
    }),
    raw: known<RawValue>({
      output: at(now, 'output') === undefined ? null : Number(at(now, 'output') === true),
    }),
  }
}

const isMeasured = ({ m }: ShellyMeter): boolean => m.p !== undefined || m.e_in !== undefined

/** The meters of `Shelly.GetStatus`, in the order of their names. */
export const newerMeters = (status: unknown): ShellyMeter[] =>
  entriesAt(status)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name]) => {
      const [component, n = '', more] = name.split(':')
      if (!/^\d{1,3}$/.test(n) || more !== undefined) return []
      if (component === 'em') return [threeLines(status, n)]
      if (component === 'em1') return [oneLine(status, n)]
      if (component === 'pm1' || component === 'switch') return behindIt(status, component, n) ?? []
      return []
    })
    .filter(isMeasured)

const validLine = (meter: unknown) => (name: string) =>
  at(meter, 'is_valid') === false ? null : numberAt(meter, name)

/** Of the first generation: `/status`. A 3EM has one meter with three lines, an EM two of one line. */
export const olderMeters = (status: unknown, isThreeLines: boolean): ShellyMeter[] => {
  const each = listAt(status, 'emeters').map(validLine)
  if (isThreeLines && each.length > 0) {
    const of = (name: string) => each.map((line) => line(name))
    return [
      {
        part: null,
        m: known({
          p: total(of('power')),
          u: phases(of('voltage')),
          i: phases(of('current')),
          e_in: total(of('total')),
          e_out: total(of('total_returned')),
        }),
        raw: known<RawValue>(Object.fromEntries(of('power').map((watts, n) => [`P${n + 1}`, watts]))),
      },
    ].filter(isMeasured)
  }
  const meters = each.map((line, n): ShellyMeter => ({
    part: `emeter.${n}`,
    m: known({
      p: line('power'),
      q: line('reactive'),
      pf: line('pf'),
      u: phases([line('voltage')]),
      e_in: line('total'),
      e_out: line('total_returned'),
    }),
    raw: {},
  }))
  // Plugs and relays count from their last start: that is no counter of their life.
  const plugs = listAt(status, 'meters')
    .map(validLine)
    .map((line, n): ShellyMeter => ({ part: `meter.${n}`, m: known({ p: line('power') }), raw: {} }))
  return [...meters, ...plugs].filter(isMeasured)
}

/** As readings. The serial is that of the device, with the place of the meter where it has several. */
export const shellyReadings = (
  meters: readonly ShellyMeter[],
  { mac, about }: { mac: string | null; about: AboutDevice },
): DeviceReading[] =>
  meters.map(({ part, m, raw }) => ({
    sn: mac === null ? null : part === null || meters.length === 1 ? mac : `${mac}.${part}`,
    ...(part === null ? {} : { name: part }),
    t: 'meter',
    st: null,
    m,
    raw,
    about,
    alarms: null,
    controls: null,
  }))
