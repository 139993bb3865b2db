import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAlike } from '#tests/factories/stations.ts'
import { setEnergy, setLatest } from '#tests/factories/devices.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import type { Who } from '../accounts/who.ts'
import { homeCoverageHandlers } from './coverage-of-home.ts'
import {
  countAlarms,
  countConditions,
  homeFactors,
  homeTotals,
  monthRanking,
  needAttention,
  ranking,
} from './home.ts'
import { followHome, readHome } from './read-home.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const DAY = 86_400_000
const MINUTE = 60_000
const site = await makeSite(db, NOW - 400 * DAY, { inverters: 2 })
const other = await makeSite(db, NOW - 400 * DAY, { companyId: site.companyId })
for (const [inverter, wh] of [
  [site.inverters[0]!, 9_000],
  [other.inverters[0]!, 8_000],
] as const)
  await setEnergy(
    db,
    inverter.no,
    { '2026-01-02': 700, '2026-06-03': 40_000, '2026-06-20': 30_000, '2026-06-21': wh },
    NOW - 1000,
  )
const many = (count: number, name: string) => makeAlike(owner, site.stationId, count, { code: name, name })
await many(105, 'MANY')
const setStation = (id: string, set: string) =>
  owner.query(`UPDATE station SET ${set}, version = version + 1 WHERE id = '${id}'`)

const server = () => makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
const who = { role: 'administrator', accountId: randomUUID() } as Who
const homeAt = async (context: ReturnType<typeof server>, now: number) => {
  const { stations, sums, light, curve, flows } = await readHome(context, who, now)
  const query = { period: 'month' as const }
  return {
    stations: stations.map(({ row, figures, energy }) => [row.id, row.version, figures, energy]).sort(),
    told: [countConditions(sums), countAlarms(sums), homeTotals(sums), homeFactors(sums)],
    lists: [ranking(sums, now), monthRanking(sums), needAttention(sums, now)],
    light,
    curve,
    flows,
    sheet: await homeCoverageHandlers['GET /api/coverage']({ context, query, who, now } as Parameters<
      (typeof homeCoverageHandlers)['GET /api/coverage']
    >[0]),
  }
}

it('home of many stations is told the same by a server that goes on with it and by one that has just started', async () => {
  const long = server()
  const steps: [what: string, ms: number, change: () => Promise<unknown>][] = [
    ['nothing', 0, async () => null],
    ['nothing again', 0, async () => null],
    ['half a minute', 30_000, async () => null],
    [
      'power',
      1_000,
      () => setLatest(db, site.inverters[0]!.no, { ts: NOW + 30_000, state: 'grid_connected', p: 4_000 }),
    ],
    [
      'a tariff',
      1_000,
      () => setStation(site.stationId, `tariff = '{"perKwh":0.5,"currency":"CNY","source":"a"}'`),
    ],
    [
      'its currency',
      1_000,
      () => setStation(site.stationId, `tariff = '{"perKwh":0.1,"currency":"EUR","source":"b"}'`),
    ],
    ['a name and a zone', MINUTE, () => setStation(other.stationId, `name = 'A', time_zone = 'Asia/Tokyo'`)],
    ['more stations', 1_000, () => many(20, 'MORE')],
    ['fewer', 1_000, () => owner.query("UPDATE station SET deleted_at = now() WHERE name LIKE 'MANY1%'")],
    ['some hours', 5 * 60 * MINUTE, async () => null],
    ['the day after', DAY, async () => null],
  ]
  let now = NOW
  const powers = new Set<unknown>()
  for (const [what, ms, change] of steps) {
    await change()
    now += ms
    // The job of a server that somebody has looked at goes on with it, too.
    if (ms > 1_000) await followHome(long, now - 1_000)
    const told = await homeAt(long, now)
    expect([what, told]).toEqual([what, await homeAt(server(), now)])
    powers.add(JSON.stringify([told.told, told.light]))
  }
  // All but the second of them are another home, and the look half a minute later.
  expect(powers.size).toBeGreaterThanOrEqual(steps.length - 3)
})

it('the job goes on with nothing while nobody looks', async () => {
  const context = server()
  let asked = 0
  const counted = {
    ...context,
    db: db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  }
  await followHome(counted, NOW)
  expect(asked).toBe(0)
  await readHome(context, who, NOW)
  await followHome(counted, NOW + MINUTE)
  expect(asked).toBeGreaterThan(0)
  asked = 0
  await followHome(counted, NOW + 16 * MINUTE)
  expect(asked).toBe(0)
})
