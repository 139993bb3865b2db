import type * as z from 'zod/mini'
import type { balanceNow } from '#contract/http/stations.ts'
import { gridMeter } from '#domain/devices/meter-roles.ts'
import { houseNow, type PowerNow } from '#domain/telemetry/balance-now.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import type { BothWaysRow } from './find-balance.ts'
import type { StationFigures } from './station-figures.ts'

type BalanceNow = z.output<typeof balanceNow>

const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length > 0 ? 0 : null,
  )

/** What its newest reading says, while it is not too old; null = silent, or impossible. */
const saidNow = (row: BothWaysRow, now: number, limitMs: number) => {
  const { ts, receivedAt } = row
  const fresh = ts !== null && receivedAt !== null && now - ts < limitMs && now - receivedAt < limitMs
  const flags = row.flags ?? 0
  return {
    powerW: fresh && !hasFlag(flags, 'power') ? row.p : null,
    at: ts,
    socPct: fresh && !hasFlag(flags, 'charge') ? row.soc : null,
  }
}

/** Inverters as one, at the oldest and at the newest instant of their sum; null = there are none. */
const generation = ({ devices, powerW, powerAt, powerWholeAt }: StationFigures): PowerNow[] | null =>
  devices.inverter.total === 0
    ? null
    : [
        { powerW: powerWholeAt === null ? null : powerW, at: powerAt },
        { powerW: 0, at: powerWholeAt },
      ]

/** What flows at a station now; null = nothing but its inverters measures it. `rows`: its meters and batteries. */
export const balanceOf = (
  rows: readonly BothWaysRow[],
  figures: StationFigures,
  station: { report_min: number },
  now: number,
): BalanceNow | null => {
  const limitMs = silenceLimitMs(station.report_min)
  const meter = gridMeter(rows.filter(({ kind }) => kind === 'meter'))
  const batteries = rows.filter(({ kind }) => kind === 'battery')
  if (meter === null && batteries.length === 0) return null
  const grid = meter === null || meter === 'several' ? meter : saidNow(meter, now, limitMs)
  const stored = batteries.map((row) => saidNow(row, now, limitMs))
  const withinMs = station.report_min * 60_000
  const charge = sumKnown(stored.map(({ socPct }) => socPct))
  return {
    grid: grid === null || grid === 'several' ? null : { powerW: grid.powerW, at: grid.at },
    battery:
      batteries.length === 0
        ? null
        : {
            powerW: sumKnown(stored.map(({ powerW }) => powerW)),
            at: stored.reduce<number | null>(
              (oldest, { at }) => (at === null ? oldest : Math.min(oldest ?? at, at)),
              null,
            ),
            socPct: charge === null ? null : charge / stored.length,
            ratedW: sumKnown(batteries.map(({ ratedW }) => ratedW)),
          },
    ...houseNow({ pv: generation(figures), grid, batteries: stored, withinMs }),
  }
}
