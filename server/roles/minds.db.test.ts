import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '#server/platform/db/tables.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeAlike, makeStation } from '#tests/factories/stations.ts'
import { EVERYBODY } from '../features/accounts/scope.ts'
import { COMPUTED } from '../features/stations/kept-store.ts'
import { makeContext } from './make-context.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T02:00:00Z')
const station = await makeStation(db, NOW, await makeCompany(db, NOW))
await makeAlike(owner, station, COMPUTED + 1)
await owner.query('DELETE FROM station_mark')

/** As of somebody whose turn does not come. */
const theirs = new Kysely<Tables>({
  dialect: new PostgresDialect({
    pool: {
      connect: () => Promise.reject(new Error('over the connections of whoever asks')),
      end: async () => {},
      options: {},
    },
  }),
})

const few = async () => []

it('what a server has in mind is followed over its ordinary connections, whoever asks', async () => {
  const { stations, figures, openOrders, overview } = makeContext({
    db,
    pool,
    log: createLog('silent'),
    clock: () => NOW,
  })
  const look = async () => ({
    names: (await stations.rows(theirs, EVERYBODY, NOW)).map(({ name }) => name),
    found: (await stations.matching(theirs, { type: 'commercial' }, { few, ids: null })).length,
    marked: [...(await figures.read(theirs)).marked.keys()],
    unassigned: (await openOrders.sums(theirs, randomUUID(), NOW)).unassigned,
    alarms: (await overview.troubles.alarms.read(theirs)).worst.length,
  })
  // Whether there are many nobody has looked at yet, and that is asked as everything else.
  await stations.rows(db, EVERYBODY, NOW)
  const before = await look()
  expect([before.names.length, before.marked]).toEqual([COMPUTED + 2, []])
  await owner.query("UPDATE station SET name = 'Renamed' WHERE id = $1", [station])
  await owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [station])
  const after = await look()
  expect(after.names).toContain('Renamed')
  expect([after.found, after.marked]).toEqual([before.found, [station]])
})
