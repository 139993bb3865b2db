import type { PoolClient } from 'pg'
import { plainArray } from '../../platform/db/plain-array.ts'

/** Figures of these stations that are kept hold no longer (decision 132). What else they are computed from marks by triggers. */
export const markStations = async (client: PoolClient, ids: ReadonlySet<string>): Promise<void> => {
  await client.query({
    name: 'intake-marks',
    text: 'INSERT INTO station_mark (station_id) SELECT unnest($1::uuid[])',
    values: [plainArray([...ids])],
  })
}
