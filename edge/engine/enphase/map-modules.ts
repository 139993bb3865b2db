import type { MpptReading } from '#contract/mqtt/telemetry.ts'
import { at, entriesAt, listAt, numberAt, textAt } from '../json.ts'
import type { AboutDevice, DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'

/** ms, J, mV and the like of one. */
const MILLI = 1000
const J_PER_WH = 3600
/** Modules of one gateway. No source: IQ gateways take 600. */
const MOST = 1000
/** A reading with so much power and no current is of a module that does not measure it, W. No source: chosen. */
const GIVES_W = 5

export const aboutEnphase = (model: string | null, sw: string | null): AboutDevice => ({
  brand: 'Enphase',
  model,
  sw,
  ratedW: null,
  mppt: null,
  strings: null,
})

const reading = (
  sn: string,
  atS: number,
  m: DeviceReading['m'],
  raw: Record<string, RawValue>,
): DeviceReading => ({
  sn,
  t: 'inverter',
  // A gateway tells what its modules reported, every quarter of an hour, and at night what they did last.
  ts: atS * MILLI,
  st: null,
  m,
  raw,
  about: aboutEnphase(null, null),
  alarms: null,
  controls: null,
})

/**
 * Micro-inverters of `api/v1/production/inverters`, each at the time of its report: power alone. One that never reported
 * is left out.
 */
export const reportedModules = (answer: unknown): DeviceReading[] =>
  (Array.isArray(answer) ? answer : []).slice(0, MOST).flatMap((module: unknown) => {
    const [sn, atS] = [textAt(module, 'serialNumber'), numberAt(module, 'lastReportDate')]
    if (sn === null || atS === null || atS <= 0) return []
    return [
      reading(
        sn,
        atS,
        known({ p: numberAt(module, 'lastReportWatts') }),
        known<RawValue>({ maxReportWatts: numberAt(module, 'maxReportWatts') }),
      ),
    ]
  })

const milli = (value: unknown, name: string): number | null => {
  const said = numberAt(value, 'lastReading', name)
  return said === null ? null : said / MILLI
}
/** The sum of what every channel says; null = one does not say it. */
const sum = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce((total, one) => (total === null || one === null ? null : total + one), 0)

/**
 * Micro-inverters of `ivp/pdm/device_data`: inputs, line, temperature and lifetime energy too. One that the gateway has
 * lost has no reading, and none is made. Of older modules the gateway writes 0 for what they do not measure.
 */
export const detailedModules = (answer: unknown): DeviceReading[] =>
  entriesAt(answer)
    .slice(0, MOST)
    .flatMap(([, module]) => {
      const sn = textAt(module, 'sn')
      const channels = listAt(module, 'channels').filter(
        (channel) => (numberAt(channel, 'lastReading', 'endDate') ?? 0) > 0,
      )
      if (textAt(module, 'devName') !== 'pcu' || sn === null || channels.length === 0) return []
      if (at(module, 'active') === false || at(module, 'modGone') === true) return []
      const [first] = channels
      const p = sum(channels.map((channel) => numberAt(channel, 'watts', 'now')))
      const amperes = sum(channels.map((channel) => milli(channel, 'acCurrentInmA')))
      const joules = sum(channels.map((channel) => numberAt(channel, 'lifetime', 'joulesProduced')))
      const mppt = channels
        .map((channel, index): MpptReading => {
          const said = { u: milli(channel, 'dcVoltageINmV'), i: milli(channel, 'dcCurrentINmA') }
          return { n: index + 1, ...known(said) }
        })
        .filter((one) => Object.keys(one).length > 1)
      const volts = milli(first, 'acVoltageINmV')
      const isMeasured = amperes !== null && (amperes > 0 || (p ?? 0) < GIVES_W)
      const of = (name: string) => numberAt(first, 'lastReading', name)
      return [
        reading(
          sn,
          Math.max(...channels.map((channel) => numberAt(channel, 'lastReading', 'endDate') ?? 0)),
          known({
            p,
            f: milli(first, 'acFrequencyINmHz'),
            u: volts === null ? null : [volts],
            i: isMeasured ? [amperes] : null,
            t: of('channelTemp'),
            e_tot: joules === null ? null : joules / J_PER_WH,
            mppt: mppt.length > 0 ? mppt : null,
          }),
          known<RawValue>({
            flags: of('flags'),
            pwrConvErrSecs: of('pwrConvErrSecs'),
            pwrConvMaxErrCycles: of('pwrConvMaxErrCycles'),
            duration: of('duration'),
            wattHoursToday: sum(channels.map((channel) => numberAt(channel, 'wattHours', 'today'))),
          }),
        ),
      ]
    })
