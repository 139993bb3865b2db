import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { StoredMetrics } from '#domain/telemetry/reading-quality.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { listMetrics, numberMetrics, phasesMetrics } from '#domain/telemetry/metrics.ts'

export const flaggedReadings = (trx: Db, nos: readonly number[], name: RawBuilder<unknown>) =>
  sql<Flagged>`
      SELECT r.device_no AS no, r.ts, r.flags, r.raw, ${values}, d.kind, d.rated_w AS rated, d.shown_w AS shown
        FROM ${name} r JOIN device d ON d.no = r.device_no
       WHERE r.device_no = ANY(${[...nos]}::int[]) AND r.flags <> 0`.execute(trx)

export const saveFlags = async (
  trx: Db,
  name: RawBuilder<unknown>,
  changed: { no: number; ts: Date; flags: number }[],
): Promise<void> => {
  await sql`
        UPDATE ${name} r SET flags = c.flags
          FROM unnest(${changed.map(({ no }) => no)}::int[], ${changed.map(({ ts }) => ts)}::timestamptz[],
                      ${changed.map(({ flags }) => flags)}::int[]) AS c(no, ts, flags)
         WHERE r.device_no = c.no AND r.ts = c.ts`.execute(trx)
}

type Flagged = StoredMetrics & {
  no: number
  ts: number
  flags: number
  raw: Readonly<Record<string, unknown>> | null
  kind: DeviceKind
  rated: number | null
  shown: number | null
}

const values = sql.join(
  [...numberMetrics, ...phasesMetrics, ...listMetrics].map((name) => sql.ref(`r.${name}`)),
)
