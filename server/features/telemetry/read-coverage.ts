import type * as z from 'zod/mini'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import type { stationCoverage } from '#contract/http/coverage.ts'
import { shareKnown } from '#domain/telemetry/coverage.ts'
import { dayAt, daysOfPeriod } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StationRow } from '../stations/station-store.ts'
import { periodOf } from './energy-bars.ts'
import { readKnownTimes } from './known-times.ts'
import { invertersWithNews } from './coverage-store.ts'

type StationCoverage = z.output<typeof stationCoverage>
type Period = StationCoverage['period']

const keyLength: Record<Period, number> = { day: 10, month: 10, year: 7, lifetime: 7 }

/** What a station's figure of a period is short of, inverter by inverter, the least known first. */
export const readStationCoverage = async (
  db: Db,
  station: StationRow,
  { period, of }: { period: Period; of: string | undefined },
  now: number,
): Promise<StationCoverage> => {
  const zone = station.time_zone
  const chosen = period === 'day' ? (of ?? dayAt(now, zone)) : periodOf(period, of, now, zone)
  if (period === 'day' && chosen.length !== 10) refuse('invalid_input', { field: 'of' })
  const limits = period === 'lifetime' ? null : daysOfPeriod(chosen)
  const inverters = await invertersWithNews(db, station.id, limits)
  const nos = inverters.map(({ no }) => no)
  const times = await readKnownTimes(db, nos, { length: keyLength[period], limits }, now)
  const asked = times.devices(limits, null)
  const timeOf = new Map(asked.map((time) => [time.no, time]))
  const missing = inverters
    .flatMap(({ no, shared, ...inverter }) => {
      const time = timeOf.get(no)
      if (time === undefined || time.asked <= 0) return []
      const share = shareKnown([time])
      return share === 1 ? [] : [{ ...inverter, ratedW: time.ratedW, share, sharedWh: shared }]
    })
    .sort((a, b) => (a.share ?? -1) - (b.share ?? -1) || (b.ratedW ?? 0) - (a.ratedW ?? 0))
  return {
    period,
    of: chosen,
    coverage: shareKnown(asked),
    since: times.since,
    beforeWh: period === 'lifetime' ? station.yield_before_wh : null,
    sharedWh: inverters.reduce((sum, { shared }) => sum + shared, 0),
    inverters: asked.filter((time) => time.asked > 0).length,
    missing: missing.slice(0, MISSING_SHOWN),
    missingTotal: missing.length,
  }
}
