import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { type HouseMoment, houseOf } from './physics/house.ts'
import { seedOf } from './physics/noise.ts'
import type { Moment } from './station-moment.ts'
import { invertersOf, type HouseSpec, type StationSpec } from './station-spec.ts'

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
const above = (watts: number): number => Math.max(0, watts)

/** What a house counts. */
export const houseMetrics = ['e_in', 'e_out', 'e_chg', 'e_dis', 'e_pv'] as const

/** A counter of a house beside those of inverters: its key in checkpoints, and the power that it integrates. */
export type HouseCounter = { key: string; metric: (typeof houseMetrics)[number]; sn: string }

/** The house of a station: its meter, its battery, and what both count. */
export type SimulatedHouse = {
  gateway: string
  spec: HouseSpec
  counters: readonly HouseCounter[]
  at(ts: number): HouseMoment
  /** Power of each counter, in their order, W. */
  powers(ts: number): number[]
  /** What the AC side of a hybrid gives beyond its modules, W; 0 for other inverters. */
  throughInverter(sn: string, ts: number): number
  inventory(): InventoryDevice[]
  /** `wh`: of its counters, in their order. */
  readings(moment: Moment, wh: readonly number[]): TelemetryItem[]
}

/** The key of a counter in checkpoints. */
export const houseCounterKey = (sn: string, metric: HouseCounter['metric']): string => `${sn}:${metric}`
const counter = (sn: string, metric: HouseCounter['metric']): HouseCounter => ({
  key: houseCounterKey(sn, metric),
  sn,
  metric,
})
export const countersOf = ({ meter, battery }: HouseSpec): HouseCounter[] => [
  counter(meter.sn, 'e_in'),
  counter(meter.sn, 'e_out'),
  ...(battery ? [counter(battery.sn, 'e_chg'), counter(battery.sn, 'e_dis')] : []),
  ...(battery?.inverter === undefined ? [] : [counter(battery.inverter, 'e_pv')]),
]

/** The house of a station; null = there is none. `momentAt` computes its inverters. */
export const simulateHouse = (
  station: StationSpec,
  seed: number,
  momentAt: (ts: number) => Moment,
): SimulatedHouse | null => {
  const gateway = station.gateways.find(({ house }) => house !== undefined)
  const spec = gateway?.house
  if (!gateway || !spec) return null
  const inverters = invertersOf(station)
  const { meter, battery } = spec
  const hybrid = inverters.findIndex(({ sn }) => sn === battery?.inverter)
  const solarW = (ts: number): number => momentAt(ts).inverterAcW.reduce((sum, watts) => sum + watts, 0)
  const load = { dailyKwh: spec.dailyKwh, longitude: station.longitude, seed: seed ^ seedOf(meter.sn) }
  const at = houseOf(load, battery ?? null, solarW)
  const counters = countersOf(spec)
  const powers = (ts: number): number[] => {
    const { meterW, batteryW } = at(ts)
    const of: Record<HouseCounter['metric'], number> = {
      e_in: above(meterW),
      e_out: above(-meterW),
      e_dis: above(batteryW),
      e_chg: above(-batteryW),
      e_pv: above(hybrid < 0 ? 0 : (momentAt(ts).inverterDcW[hybrid] ?? 0)),
    }
    return counters.map(({ metric }) => of[metric])
  }
  return {
    gateway: gateway.sn,
    spec,
    counters,
    at,
    powers,
    throughInverter: (sn, ts) => (sn === battery?.inverter ? at(ts).batteryW : 0),
    inventory: () => [
      { ...plate(meter), t: 'meter' },
      ...(battery
        ? [
            {
              ...plate(battery),
              t: 'battery' as const,
              rated_w: battery.maxW,
              parent: battery.inverter ?? null,
            },
          ]
        : []),
    ],
    readings(moment, wh) {
      const { ts } = moment
      const { meterW, batteryW, socPct } = at(ts)
      const counted = (sn: string): Partial<TelemetryItem['m']> =>
        Object.fromEntries(
          counters.flatMap((one, index) => (one.sn === sn ? [[one.metric, Math.floor(wh[index] ?? 0)]] : [])),
        )
      const { phases = 1 } = inverters[0] ?? {}
      const volts = Array.from({ length: phases }, () => round(station.mains.volts, 1))
      return [
        {
          sn: meter.sn,
          ts,
          st: 'normal',
          m: {
            p: round(meterW, 0),
            f: station.mains.hertz,
            u: volts,
            i: volts.map((u) => round(Math.abs(meterW) / phases / u, 2)),
            ...counted(meter.sn),
          },
        },
        ...(battery
          ? [
              {
                sn: battery.sn,
                ts,
                st: 'normal' as const,
                m: {
                  p: round(batteryW, 0),
                  soc: round(socPct, 1),
                  t: round(moment.sky.airC * 0.3 + 16, 1),
                  ...counted(battery.sn),
                },
              },
            ]
          : []),
      ]
    },
  }
}

const plate = ({ sn, brand, model, sw }: HouseSpec['meter']) => ({ sn, brand, model, sw })
