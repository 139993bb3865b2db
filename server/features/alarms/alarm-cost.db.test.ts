import { describe, expect, it } from 'vitest'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { keepCosts } from './keep-costs.ts'
import { hearAlarm } from './hear-alarm.ts'

type Detail = AnswerOf<(typeof alarmRoutes)['GET /api/alarms/{alarmId}']>

const app = await testApp()
const { db, context } = app
const caller = await app.asRole('installer', 'a')
const NOON = app.now()
const STEP_MS = 5 * 60_000
const STEPS = 12
const BOOT = '9f3c61d07ab2e415'
app.advance(STEPS * STEP_MS)
let seq = 0

/** Three inverters of which the first `down` lose the grid for an hour and say so; their alarm. */
const alarmWhen = async (down: number): Promise<{ id: string; stationId: string; deviceId: string }> => {
  const site = await makeSite(db, NOON, { companyId: app.companies.a, inverters: 3 })
  await db
    .insertInto('gateway_link')
    .values({ device_id: site.gateway.id, boot: BOOT, conn: 1, connected: true, birth_at: new Date(NOON) })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ boot: BOOT, connected: true }))
    .execute()
  for (let step = 0; step < STEPS; step += 1) {
    const ts = NOON + step * STEP_MS
    const d = site.inverters.map(({ sn }, at) => item(sn, ts, { p: at < down ? 0 : 6000 }))
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d) }], ts)
  }
  for (const { sn } of site.inverters.slice(0, down)) {
    const said = { ev: 'raise', aid: `${sn}:2032:1`, sn, code: '2032', lvl: 'emergent', ctx: {} } as const
    await hearAlarm(context, site.gateway.sn, { v: 1, boot: BOOT, seq: (seq += 1), ts: NOON, ...said }, NOON)
  }
  const [alarm, ...more] = await db
    .selectFrom('alarm')
    .select(['id', 'station_id as stationId', 'device_id as deviceId'])
    .where('station_id', '=', site.stationId)
    .execute()
  expect(more).toEqual([])
  if (alarm === undefined) throw new Error('no alarm was raised')
  return alarm
}
const costOf = async (id: string): Promise<Detail['alarm']['cost']> =>
  ((await caller.request(`GET /api/alarms/${id}`)).body as Detail).alarm.cost
const costWhen = async (down: number): Promise<Detail['alarm']['cost']> => costOf((await alarmWhen(down)).id)

describe('what one alarm of several inverters has cost', () => {
  it('is the loss of all of them, held against the one that it is not of', async () => {
    expect(await costWhen(2)).toMatchObject({ wh: 12_000, against: 'peers', peers: 1 })
  })

  it('is held against a clear sky where it is of all: those that stand, too, are no measure', async () => {
    const cost = await costWhen(3)
    expect(cost).toMatchObject({ against: 'clear_sky' })
    expect(cost?.wh).toBeGreaterThan(5000)
  })
})

const keptOf = (id: string) =>
  app.db.selectFrom('alarm_cost').selectAll().where('alarm_id', '=', id).execute()

describe('what alarms have cost so far, in lists', () => {
  const never = new AbortController().signal
  const keep = () => keepCosts(context, app.now(), never)
  type Told = { id: string; costSoFar: { wh: number } | null }
  const listed = async (path: string): Promise<Told[]> => {
    const { troubles, alarms } = (await caller.request(`GET ${path}`)).body as {
      troubles?: { alarms: Told[] }[]
      alarms?: Told[]
    }
    return alarms ?? troubles?.flatMap((one) => one.alarms) ?? []
  }

  it('is what their pages say, with the worth of it, in the list of trouble, of alarms and of the newest', async () => {
    const { id, stationId } = await alarmWhen(2)
    const tariff = JSON.stringify({ perKwh: 0.5, currency: 'CNY', source: 'test' })
    await db.updateTable('station').set({ tariff }).where('id', '=', stationId).execute()
    const lists = [`/api/troubles?stationId=${stationId}`, `/api/alarms?stationId=${stationId}`]
    const all = [...lists, '/api/alarms/newest?limit=10']
    const told = async () =>
      (await Promise.all(all.map(listed))).map((list) => list.find((one) => one.id === id)?.costSoFar)
    expect(await told()).toEqual(all.map(() => null))
    await keep()
    expect(await costOf(id)).toMatchObject({ wh: 12_000, money: { amount: 6 } })
    expect(await told()).toEqual(all.map(() => ({ wh: 12_000, money: { amount: 6, currency: 'CNY' } })))
  })

  it('is reckoned anew later, the later the longer it stands, and forgotten when it is closed', async () => {
    const { id } = await alarmWhen(2)
    await keep()
    const [first] = await keptOf(id)
    app.advance(9 * 60_000)
    await keep()
    expect(await keptOf(id)).toEqual([first])
    app.advance(60_000)
    await keep()
    const [second] = await keptOf(id)
    expect(second?.at).toBe(app.now())
    await app.owner.query(`UPDATE alarm SET first_at = first_at - interval '50 days' WHERE id = $1`, [id])
    app.advance(10 * 60_000)
    await keep()
    const [third] = await keptOf(id)
    // At the most half a day.
    expect((third?.due_at ?? 0) - app.now()).toBe(12 * 3_600_000)
    await app.owner.query(
      `UPDATE alarm SET status = 'closed', close_type = 'automatic_cleaning', closed_at = now() WHERE id = $1`,
      [id],
    )
    app.advance(12 * 3_600_000)
    await keep()
    expect(await keptOf(id)).toEqual([])
    await keep()
    expect(await keptOf(id)).toEqual([])
  })

  it('is not reckoned of what makes nothing less', async () => {
    const { id } = await alarmWhen(1)
    await app.owner.query(`UPDATE alarm SET code = 'RULE-GATEWAY-SILENT' WHERE id = $1`, [id])
    await keep()
    expect(await keptOf(id)).toMatchObject([{ wh: null }])
  })
})
