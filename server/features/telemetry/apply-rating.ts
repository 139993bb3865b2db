import { sql } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { numberMetrics, phasesMetrics } from '#domain/telemetry/metrics.ts'
import { reassessFlags, type StoredMetrics } from '#domain/telemetry/reading-quality.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import type { Db } from '../../platform/db/handle.ts'
import { markDevicesDue } from './energy-store.ts'

type Flagged = StoredMetrics & {
  no: number
  ts: number
  flags: number
  raw: Readonly<Record<string, unknown>> | null
  kind: DeviceKind
  rated: number | null
  shown: number | null
}

const values = sql.join([...numberMetrics, ...phasesMetrics, 'mppt'].map((name) => sql.ref(`r.${name}`)))

/** Readings that were beyond the device and may not be by what is known of it now. */
const reassess = async (trx: Db, nos: readonly number[]): Promise<void> => {
  for (const table of ['reading', 'latest'] as const) {
    const name = sql.table(table)
    const { rows } = await sql<Flagged>`
      SELECT r.device_no AS no, r.ts, r.flags, r.raw, ${values}, d.kind, d.rated_w AS rated, d.shown_w AS shown
        FROM ${name} r JOIN device d ON d.no = r.device_no
       WHERE r.device_no = ANY(${[...nos]}::int[]) AND r.flags <> 0`.execute(trx)
    const changed = rows.flatMap((row) => {
      const device = { kind: row.kind, ratedW: ratedForReadings(row.rated, row.shown) }
      // Older readings keep beside the raw codes what had no column then.
      const before = { i_out: row.i_out ?? row.raw?.['i_out'], irr: row.irr ?? row.raw?.['irr'] }
      const flags = reassessFlags(row.flags, { ...row, ...before }, device)
      return flags === row.flags ? [] : [{ no: row.no, ts: new Date(row.ts), flags }]
    })
    if (changed.length > 0)
      await sql`
        UPDATE ${name} r SET flags = c.flags
          FROM unnest(${changed.map(({ no }) => no)}::int[], ${changed.map(({ ts }) => ts)}::timestamptz[],
                      ${changed.map(({ flags }) => flags)}::int[]) AS c(no, ts, flags)
         WHERE r.device_no = c.no AND r.ts = c.ts`.execute(trx)
  }
}

/**
 * What is known of a device's power changed: what was kept out because of it is looked at again, and its energy is
 * computed anew from all its readings.
 */
export const applyRating = async (trx: Db, nos: readonly number[], now: number): Promise<void> => {
  if (nos.length === 0) return
  await reassess(trx, nos)
  await markDevicesDue(trx, nos, now)
}
