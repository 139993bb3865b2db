import { describe, expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAlike } from '#tests/factories/stations.ts'
import { setEnergy } from '#tests/factories/devices.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { stationsFeature } from './feature.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T02:00:00Z')
let now = NOW
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })

const site = await makeSite(db, NOW - 86_400_000, { inverters: 1, optimizers: 1 })
await makeAlike(owner, site.stationId, 105)
const [inverter] = site.inverters
const [optimizer] = site.optimizers
if (inverter === undefined || optimizer === undefined) throw new Error('no devices')

const marked = async (): Promise<string[]> =>
  (await owner.query<{ id: string }>('SELECT station_id AS id FROM station_mark')).rows.map(({ id }) => id)

/** By a day of energy of a device that comes, is another and goes. */
const markedBy = async (no: number): Promise<string[]> => {
  await owner.query('DELETE FROM station_mark')
  await setEnergy(db, no, { '2026-01-01': 1_234 }, now)
  await owner.query('UPDATE energy_day SET wh = 2345 WHERE device_no = $1', [no])
  await owner.query('DELETE FROM energy_day WHERE device_no = $1', [no])
  return marked()
}

describe('what is kept of stations', () => {
  it('is made anew after a day of energy of an inverter, and not of devices whose energy it does not tell', async () => {
    expect(await markedBy(optimizer.no)).toEqual([])
    expect(await markedBy(inverter.no)).toEqual([site.stationId, site.stationId, site.stationId])
  })

  it('is kept more often while very many stations are heard', async () => {
    const job = stationsFeature.jobs(context, () => false).find(({ name }) => name === 'figures')
    if (job === undefined) throw new Error('no job')
    const rest = async (stations: number, afterMs: number): Promise<number> => {
      await owner.query('DELETE FROM station_mark')
      await owner.query('INSERT INTO station_mark (station_id) SELECT id FROM station ORDER BY id LIMIT $1', [
        stations,
      ])
      now += afterMs
      await job.run(now, AbortSignal.timeout(60_000))
      expect(await marked()).toEqual([])
      return job.everyMs()
    }
    expect(await rest(15, 1_000)).toBe(1_000)
    expect(await rest(60, 1_000)).toBe(250)
    expect(await rest(12, 300)).toBe(250)
    expect(await rest(3, 300)).toBe(1_000)
  })
})
