import { beforeEach, expect, it } from 'vitest'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import type { ChangeEvent } from '#server/events.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { forgetRules } from '#tests/factories/alarms.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { createJudge, type JudgeApart } from './judges.ts'
import { STEP_MS } from './load-windows.ts'

const { db, pool, owner } = await testDatabase()
const MINUTE = 60_000
/** Noon in Shanghai. */
const NOON = Date.parse('2026-06-21T04:00:00Z')
const SHARDS = [0, 1, 2, 3]
const never = new AbortController().signal
let now = NOON
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const hot: Metrics = { p: 6000, t: 88, f: 50, u: [222, 221, 223] }
let seq = 0
const report = async (site: Site, ts: number): Promise<void> => {
  seq += 1
  const d = site.inverters.map(({ sn }) => item(sn, ts, hot))
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message(seq, ts, d) }], ts)
}
const alarms = async (): Promise<unknown> =>
  db.selectFrom('alarm').select(['code', 'station_id', 'status', 'count', 'first_at']).execute()

const broken: JudgeApart = () => Promise.reject(new Error('broken'))

beforeEach(() => forgetRules(db, owner, NOON))

it('of many stations a step is judged in a thread, which finds and tells what this one would', async () => {
  const site = await makeSite(db, NOON, { inverters: 2 })
  const told: ChangeEvent[] = []
  const stop = context.changeEvents.listen((event) => told.push(event))
  let apart = 0
  const judgeApart: JudgeApart = (...given) => {
    apart += 1
    return context.judgeApart(...given)
  }
  const course = async (many: number) => {
    for (const table of ['alarm_item', 'alarm', 'rule_state', 'analysis_memory', 'rule_collection'])
      await owner.query(`DELETE FROM ${table}`)
    told.length = 0
    const judge = createJudge({ ...context, judgeApart }, many)
    const figures = []
    for (let step = 0; step < 4; step += 1) {
      now = NOON + step * STEP_MS + MINUTE
      await report(site, NOON + step * STEP_MS)
      figures.push(await judge(now, never, SHARDS))
    }
    // A step counts once.
    figures.push(await judge(now, never, SHARDS))
    return { figures, alarms: await alarms(), told: told.filter(({ type }) => type === 'changed') }
  }
  const here = await course(1_000)
  expect(apart).toBe(0)
  const there = await course(0)
  expect(apart).toBe(4)
  stop()
  expect(there).toEqual(here)
  expect(here).toMatchObject({
    figures: [{ raised: 0 }, { raised: 0 }, { raised: 0 }, { raised: 2 }, null],
    told: [{ stationId: site.stationId, what: 'alarms' }],
  })
})

it('a server that ends leaves what is due to whoever comes next', async () => {
  await makeSite(db, NOON, { inverters: 1 })
  const judge = createJudge(context, 0)
  now = NOON + MINUTE
  expect(await judge(now, AbortSignal.abort(), SHARDS)).toBeNull()
  expect((await owner.query('SELECT FROM rule_collection')).rowCount).toBe(0)
  expect(await judge(now, never, SHARDS)).toMatchObject({ steps: 1 })
})

it('what breaks in the thread fails the run', async () => {
  await makeSite(db, NOON, { inverters: 1 })
  now = NOON + MINUTE
  await expect(createJudge({ ...context, judgeApart: broken }, 0)(now, never, SHARDS)).rejects.toThrow(
    'broken',
  )
})
