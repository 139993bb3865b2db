import * as z from 'zod/mini'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { routeTable } from './route.ts'
import { coverageShare } from './stations.ts'
import { listOf } from './lists.ts'

const count = z.int().check(z.minimum(0))
const measured = z.nullable(z.number())

export const stationCoverage = z.strictObject({
  period: z.enum(['day', 'month', 'year', 'lifetime']),
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or empty. */
  of: z.string(),
  coverage: coverageShare,
  /** The local day of the first reading; null = none. */
  since: z.nullable(calendarDay),
  /** Of the lifetime: the yield before, as entered, Wh. */
  beforeWh: measured,
  /** Energy of spans over the edge of the period: up to so much more may belong to it. */
  sharedWh: z.number(),
  /** Of which something is asked in this period. */
  inverters: count,
  /** Those that are not whole, the least known first; of `missingTotal` the first. */
  missing: listOf(
    z.strictObject({
      id: uuid,
      sn: z.string(),
      name: z.string(),
      ratedW: measured,
      share: coverageShare,
      sharedWh: z.number(),
      /** Last heard; null = never. */
      lastAt: z.nullable(instant),
      removedAt: z.nullable(instant),
    }),
    MISSING_SHOWN,
  ),
  missingTotal: count,
})

/** A day or a period, and which: `2026-07-01`, `2026-07`, `2026`. */
export const dayOrPeriodQuery = z.strictObject({
  period: z.enum(['day', 'month', 'year', 'lifetime']),
  of: z.optional(
    z.string().check(
      z.regex(/^(?:000[1-9]|00[1-9]\d|0[1-9]\d{2}|[1-9]\d{3})(?:-(?:0[1-9]|1[0-2])(?:-\d{2})?)?$/, {
        error: 'date_invalid',
      }),
      z.refine((of) => of.length < 10 || z.safeParse(calendarDay, of).success, { error: 'date_invalid' }),
    ),
  ),
})

export const coverageRoutes = routeTable({
  'GET /api/coverage': {
    summary:
      'What the sums over all stations of the caller are short of in the present day, month, year or life: the stations that are not whole',
    permission: 'station:station:view',
    objects: {},
    query: z.strictObject({ period: z.enum(['today', 'month', 'year', 'lifetime']) }),
    output: z.strictObject({
      coverage: coverageShare,
      /** Energy of spans over the edge of the period, of any station: up to so much more may belong to it. */
      sharedWh: z.number(),
      stations: count,
      missing: listOf(
        z.strictObject({
          id: uuid,
          name: z.string(),
          capacityW: z.number(),
          share: coverageShare,
          /** 0: no inverter has been added yet. */
          inverters: count,
        }),
        MISSING_SHOWN,
      ),
      missingTotal: count,
    }),
  },
  'GET /api/stations/{stationId}/coverage': {
    summary: "What a station's energy of a day, month, year or its life is short of, inverter by inverter",
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: dayOrPeriodQuery,
    output: stationCoverage,
    errors: ['date_invalid'],
  },
  'GET /api/stations/{stationId}/yield-before': {
    summary:
      'A proposal for what a station had yielded before its first reading: what its counters showed beyond the energy that is booked',
    permission: 'station:station:edit',
    objects: { stationId: 'station' },
    output: z.strictObject({
      /** null: no counter says anything. */
      proposedWh: measured,
      /** What the counters show together that `proposedWh` is of. */
      counterWh: z.number(),
      /** The first of `devicesTotal`. */
      devices: listOf(
        z.strictObject({
          id: uuid,
          sn: z.string(),
          name: z.string(),
          counterWh: measured,
          beforeWh: measured,
        }),
        MISSING_SHOWN,
      ),
      devicesTotal: count,
    }),
  },
})
