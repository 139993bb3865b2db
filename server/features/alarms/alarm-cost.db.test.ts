import { describe, expect, it } from 'vitest'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
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

/** Three inverters of which the first `down` lose the grid for an hour and say so; what their alarm says it has cost. */
const costWhen = async (down: number): Promise<Detail['alarm']['cost']> => {
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
    .select('id')
    .where('station_id', '=', site.stationId)
    .execute()
  expect(more).toEqual([])
  return ((await caller.request(`GET /api/alarms/${alarm?.id}`)).body as Detail).alarm.cost
}

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
