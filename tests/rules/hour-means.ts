import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import type { HourMean, RuleReading } from '#domain/analyses/station-window.ts'

const HOUR = 3_600_000
type Sum = { powers: number[]; heldBack: boolean }

/** Means by the hour of what was read, as the database makes them. */
export const hourMeans = () => {
  const sums = new Map<string, Map<number, Sum>>()
  return {
    add: (deviceId: string, { ts, p, flags, state }: RuleReading): void => {
      if (p === null || hasFlag(flags, 'power') || hasFlag(flags, 'clock')) return
      const own = sums.get(deviceId) ?? new Map<number, Sum>()
      sums.set(deviceId, own)
      const from = Math.floor(ts / HOUR) * HOUR
      const sum = own.get(from) ?? { powers: [], heldBack: false }
      own.set(from, sum)
      sum.powers.push(p)
      sum.heldBack ||= state === 'curtailed' || state === 'shutdown'
    },
    between: ({ from, to }: { from: number; to: number }): ReadonlyMap<string, readonly HourMean[]> =>
      new Map(
        [...sums].map(([deviceId, own]) => {
          for (const hour of own.keys()) if (hour < from - HOUR) own.delete(hour)
          return [
            deviceId,
            [...own].flatMap(([hour, { powers, heldBack }]): HourMean[] => {
              if (hour < from || hour >= to) return []
              const mean = powers.reduce((sum, p) => sum + p, 0) / powers.length
              const spread = powers.reduce((sum, p) => sum + (p - mean) ** 2, 0) / powers.length
              return [
                { from: hour, powerW: mean, spreadW: Math.sqrt(spread), readings: powers.length, heldBack },
              ]
            }),
          ]
        }),
      ),
  }
}
