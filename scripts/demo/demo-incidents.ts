import { addDays, dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import type { Fault } from '#simulator/faults.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import type { AlarmCondition } from '#gateway/site.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The first days of the year have to be there before a fault begins, and the year's readings after it. */
const OLDEST_DAYS = 350
/** Height of the sun below which nothing is expected of an inverter, degrees. */
const DAYLIGHT_DEG = 10

type Plan = {
  station: string
  gateway: string
  /** At least so many days ago; on the first day before it on which it can be seen. */
  days: number
  /** Clock of the station, and for how long. */
  hour: number
  lastsMs: number
  fault: (span: { from: number; to: number }) => Fault
  /** The code that its gateway says; null for what only an order tells of. */
  code: string | null
  /** Lowest temperature at which it is one, °C. */
  hotC?: number
  /** Cleared by hand, with this remark, before the device said that it was over. */
  remark?: string
}

/** What went wrong within the past year: the faults shape the readings, and the gateways say what follows from them. */
const plans: readonly Plan[] = [
  {
    station: 'turpan-vines',
    gateway: 'GW2208A00043',
    days: 96,
    hour: 12.5,
    lastsMs: 90 * MINUTE,
    fault: (span) => ({ name: 'over-temperature', inverter: 'A2208110042', limit: 0.45, ...span }),
    code: '2110',
    hotC: 76,
  },
  {
    station: 'talatan-ground',
    gateway: 'GW2112A00101',
    days: 71,
    hour: 9.5,
    lastsMs: 2 * HOUR,
    fault: (span) => ({ name: 'inverter-trip', inverter: 'A2112250013', ...span }),
    code: '2062',
  },
  {
    station: 'shanghai-factory',
    gateway: 'GW2304A00011',
    days: 41,
    hour: 10,
    lastsMs: 5 * HOUR,
    fault: (span) => ({ name: 'string-fuse', inverter: 'A2304110002', string: 5, ...span }),
    code: null,
  },
  {
    station: 'shanghai-factory',
    gateway: 'GW2304A00011',
    days: 33,
    hour: 12,
    lastsMs: 25 * MINUTE,
    fault: (span) => ({ name: 'grid-overvoltage', gateway: 'GW2304A00011', share: 1.185, ...span }),
    code: '2034',
  },
  {
    station: 'talatan-ground',
    gateway: 'GW2112A00101',
    days: 19,
    hour: 9.5,
    lastsMs: 26 * HOUR,
    fault: (span) => ({ name: 'inverter-trip', inverter: 'A2112250013', ...span }),
    code: '2062',
    remark: '更换第 3 串进水的 MC4 接头，绝缘恢复至 2.1 MΩ',
  },
  {
    station: 'shanghai-factory',
    gateway: 'GW2304A00011',
    days: 6,
    hour: 10.5,
    lastsMs: 40 * MINUTE,
    fault: (span) => ({ name: 'grid-lost', gateway: 'GW2304A00011', ...span }),
    code: '2032',
  },
]

export type Incident = {
  spec: StationSpec
  gateway: string
  fault: Fault
  from: number
  to: number
  /** What its gateway said when it began. */
  said: readonly AlarmCondition[]
  remark?: string
}

/** The incident of a plan on a day; null where that day would not have shown it. */
const onDay = (plan: Plan, spec: StationSpec, day: string): Incident | null => {
  const step = spec.reportMin * MINUTE
  const from = Math.ceil((dayStartAt(day, spec.timeZone) + plan.hour * HOUR) / step) * step
  const to = from + plan.lastsMs
  const fault = plan.fault({ from, to })
  const options = { counters: plausibleCounters(spec, from - step) }
  const hurt = simulateDevices(spec, { ...options, faults: [fault] })
  const well = simulateDevices(spec, options)
  const of = plan.code
  const saidAt = (ts: number): AlarmCondition[] =>
    hurt.alarmsAt(ts, plan.gateway).filter(({ code }) => code === of)
  // Work has to be under way when it begins, and an hour of it is enough to know a longer one by.
  for (let ts = from; ts < Math.min(to, from + 2 * HOUR); ts += step) {
    if (well.momentAt(ts).elevationDeg < DAYLIGHT_DEG) return null
    if (well.momentAt(ts).inverterAcW.some((watts) => watts <= 0)) return null
    const said = saidAt(ts)
    if (of !== null && said.length === 0) return null
    if (said.some(({ ctx }) => (plan.hotC ?? -Infinity) > (ctx?.['t'] ?? Infinity))) return null
  }
  const { remark } = plan
  return { spec, gateway: plan.gateway, fault, from, to, said: saidAt(from), ...(remark && { remark }) }
}

/** The incidents before `now`, the oldest first. */
export const pastIncidents = (now: number): Incident[] =>
  plans
    .flatMap((plan): Incident[] => {
      const spec = worldStation(plan.station)
      const today = dayAt(now, spec.timeZone)
      for (let ago = plan.days; ago < OLDEST_DAYS; ago++) {
        const found = onDay(plan, spec, addDays(today, -ago))
        if (found) return [found]
      }
      return []
    })
    .sort((a, b) => a.from - b.from)

/** Days of a station that have to be written reading by reading because something went wrong on them. */
export const eventfulDays = (
  spec: StationSpec,
  incidents: readonly Incident[],
): { fromTs: number; toTs: number }[] =>
  incidents
    .filter((one) => one.spec.key === spec.key)
    .map(({ from, to }) => ({
      fromTs: dayStartAt(dayAt(from, spec.timeZone), spec.timeZone),
      toTs: dayEndAt(dayAt(to, spec.timeZone), spec.timeZone),
    }))
