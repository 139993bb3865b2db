import { hasFlag } from '../../telemetry/quality-flags.ts'
import { medianOf } from '../../telemetry/peers.ts'
import {
  meanMs,
  meanOf,
  newest,
  ofKind,
  recent,
  type RuleDevice,
  type StationWindow,
} from '../../analyses/station-window.ts'
import { offNow, stringsPartlyOff } from '../../analyses/switched-off.ts'

/** Current of one tracker of one inverter, mean over the averaging time. */
export type Tracker = {
  inverter: RuleDevice
  n: number
  amps: number
  /** Strings that end on it, when all strings of the inverter are entered with their tracker. */
  strings: number | null
  asOf: number
}

/** Trackers of inverters that run unthrottled and whole: what is held back or off says nothing about strings. */
export const trackersOf = (window: StationWindow): Tracker[] => {
  const [off, partly] = [offNow(window), stringsPartlyOff(window)]
  return ofKind(window, 'inverter').flatMap((inverter) => {
    const last = newest(inverter, window)
    if (off.has(inverter.id)) return []
    if (last === null || last.state === 'curtailed' || last.state === 'shutdown') return []
    const readings = recent(inverter, window.at, meanMs(window.reportMin))
    const own = window.strings.filter(({ inverterId }) => inverterId === inverter.id)
    const entered = own.length > 0 && own.every(({ mpptNo }) => mpptNo !== null)
    const dark = partly.get(inverter.id)
    if (dark !== undefined && (!entered || dark.has(null))) return []
    const numbers = [...new Set(readings.flatMap(({ mppt }) => mppt?.map(({ n }) => n) ?? []))]
    return numbers.flatMap((n) => {
      if (own.some(({ no, mpptNo }) => mpptNo === n && dark?.has(no))) return []
      const amps = meanOf(
        readings.map(({ mppt, flags }) =>
          hasFlag(flags, 'current') ? null : mppt?.find((one) => one.n === n)?.i,
        ),
      )
      const strings = entered ? own.filter(({ mpptNo }) => mpptNo === n).length : null
      return amps === null || strings === 0
        ? []
        : [{ inverter, n, amps: Math.max(0, amps), strings, asOf: last.ts }]
    })
  })
}

/** Those that are compared with each other: of one inverter, or of all of its model where one has fewer than three. */
export const poolOf = (all: readonly Tracker[], one: Tracker): Tracker[] => {
  const mine = all.filter(({ inverter }) => inverter.id === one.inverter.id)
  return mine.length >= 3 ? mine : all.filter(({ inverter }) => inverter.model === one.inverter.model)
}

export const medianOfOthers = (
  pool: readonly Tracker[],
  one: Tracker,
  of: (tracker: Tracker) => number,
): number | null => medianOf(pool.flatMap((other) => (other === one ? [] : [of(other)])))
