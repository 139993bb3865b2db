import type { PoolClient } from 'pg'
import { plainArray } from '../../platform/db/plain-array.ts'
import { HELD_MS, type MarksToWrite } from './mark-memory.ts'

/** Figures of these stations that are kept hold no longer (decision 132). What else they are computed from marks by triggers. */
export const markStations = async (client: PoolClient, { plain, held }: MarksToWrite): Promise<void> => {
  if (plain.length + held.length === 0) return
  await client.query({
    name: 'intake-marks',
    text: `INSERT INTO station_mark (station_id, held_until)
           SELECT unnest($1::uuid[]), NULL::timestamptz
           UNION ALL SELECT unnest($2::uuid[]), clock_timestamp() + $3 * interval '1 millisecond'`,
    values: [plainArray(plain), plainArray(held), HELD_MS],
  })
}
