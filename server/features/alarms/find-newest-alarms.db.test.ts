import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { findAlarms } from './find-alarms.ts'
import { newestAlarms } from './find-newest-alarms.ts'

const { db, owner } = await testDatabase()
const now = Date.UTC(2026, 5, 21, 4)
const company = await makeCompany(db, now)
const stations = await Promise.all([1, 2, 3].map(() => makeStation(db, now, company)))

it('the newest open alarms are the newest of all levels, whose milliseconds are the same by id', async () => {
  for (let n = 0; n < 40; n += 1) {
    const { id } = await makeAlarm(db, now, stations[n % 3] ?? '', { level: 1 + (n % 4), code: `X-${n}` })
    // Some in the same millisecond, but for what only the database knows.
    await owner.query(
      'UPDATE alarm SET occurred_at = $2::timestamptz + $3 * interval $$1 us$$ WHERE id = $1',
      [id, new Date(now - ((n * 7) % 11) * 60_000), (n * 13) % 900],
    )
  }
  await owner.query(
    "UPDATE alarm SET status = 'closed', closed_at = now(), close_type = 'manual_clear' WHERE code LIKE '%5'",
  )
  await owner.query('UPDATE station SET deleted_at = now() WHERE id = $1', [stations[2]])
  for (const scope of [null, stations.slice(0, 2), stations.slice(0, 1), []])
    for (const limit of [1, 3, 10, 100]) {
      const each = await Promise.all(
        [1, 2, 3, 4].map((level) =>
          findAlarms(db, scope, { status: 'open', level }, { after: null, limit: 1_000 }),
        ),
      )
      const wanted = each
        .flat()
        .sort((a, b) => b.occurred_at - a.occurred_at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ id }) => id)
      expect([scope, limit, await newestAlarms(db, scope, limit)]).toEqual([scope, limit, wanted])
    }
})
