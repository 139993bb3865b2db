import { describe, expect, it } from 'vitest'
import type { alarmRuleRoutes } from '#contract/http/alarm-rules.ts'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { collect } from './collect.ts'
import { STEP_MS } from './load-windows.ts'

type Detail = AnswerOf<(typeof alarmRoutes)['GET /api/alarms/{alarmId}']>
type Rules = AnswerOf<(typeof alarmRuleRoutes)['GET /api/stations/{stationId}/alarm-rules']>
type Rehearsal = AnswerOf<(typeof alarmRuleRoutes)['GET /api/stations/{stationId}/alarm-rules/rehearsal']>

const app = await testApp()
const { db, context } = app
/** Noon in Shanghai, of the day on which the app's clock stands. */
const NOON = Math.floor(app.now() / 86_400_000) * 86_400_000 + 4 * 3_600_000
const caller = await app.asRole('installer', 'a')
app.advance(2 * 3_600_000)
const get = async <T>(of: Caller, path: string): Promise<T> => (await of.request(`GET ${path}`)).body as T

/** Three inverters of 10 kW; the third gives nothing from `from` on. */
const dead = async (hist: boolean, steps = 24, from = 0): Promise<Site> => {
  const site = await makeSite(db, NOON, { companyId: app.companies.a, inverters: 3 })
  await db
    .updateTable('station')
    .set({ tariff: JSON.stringify({ perKwh: 0.5, currency: 'CNY', source: 'test' }) })
    .where('id', '=', site.stationId)
    .execute()
  for (let step = 0; step <= steps; step += 1) {
    const ts = NOON - 3_600_000 + step * STEP_MS
    const d = site.inverters.map(({ sn }, at) =>
      item(sn, ts, { p: at === 2 && step >= from ? 0 : 6000, t: 40 + (at === 1 ? 25 : 0) }),
    )
    const one = message(step + 1, ts, d, { hist })
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: one }], ts)
  }
  return site
}

describe('an alarm of a rule', () => {
  it('shows the readings that fired it with the threshold, what ends it and what it has cost', async () => {
    const site = await dead(false)
    const begin = NOON - 3_600_000
    for (let step = 0; step <= 24; step += 1)
      await collect(context, begin + step * STEP_MS + 60_000, AbortSignal.timeout(60_000))
    const alarm = await db
      .selectFrom('alarm')
      .select(['id', 'first_at', 'count'])
      .where('station_id', '=', site.stationId)
      .where('code', '=', 'RULE-INVERTER-OFF')
      .executeTakeFirstOrThrow()
    expect(alarm).toMatchObject({ first_at: begin, count: 1 })
    await db
      .updateTable('alarm')
      .set({ status: 'closed', close_type: 'automatic_cleaning', closed_at: new Date(begin + 2 * 3_600_000) })
      .where('id', '=', alarm.id)
      .execute()
    const { alarm: shown, curve } = await get<Detail>(caller, `/api/alarms/${alarm.id}`)
    expect(shown.name).toEqual({
      en: 'Inverter off while others run',
      zh_CN: '逆变器停机而相邻设备运行',
    })
    expect(shown.items[0]?.readings).toMatchObject({
      outputPercent: 0,
      neighboursPercent: 60,
      threshold: 10,
      unit: '%',
    })
    expect(shown.endsWhen.en).toBe(
      "Clears automatically when its output exceeds 20% of its neighbours' output for 10 minutes.",
    )
    // Two hours of 6 kW.
    expect(shown.cost).toEqual({
      from: begin,
      to: begin + 2 * 3_600_000,
      wh: 12_000,
      money: { amount: 6, currency: 'CNY', perKwh: 0.5 },
      against: 'peers',
      peers: 2,
    })
    expect(curve.series.map(({ metric }) => metric)).toEqual(['powerW'])
    const [limit] = curve.thresholds
    expect(limit).toMatchObject({ metric: 'powerW', unit: 'W', side: 'below' })
    // A tenth of what the neighbours give.
    expect(new Set(limit?.values)).toEqual(new Set([600]))
  })
})

const put = async (path: string, enabled: boolean | null, threshold: number | null) =>
  caller.request(`PUT ${path}`, { body: { rules: [{ rule: 'over_temperature', enabled, threshold }] } })

describe('settings of rules', () => {
  it('holds the station before the company, the company before the usual, and refuses what a rule does not allow', async () => {
    const { stationId } = await makeSite(db, NOON, { companyId: app.companies.a })
    const [company, station] = [
      `/api/companies/${app.companies.a}/alarm-rules`,
      `/api/stations/${stationId}/alarm-rules`,
    ]
    const now = async () => {
      const { rules } = await get<Rules>(caller, station)
      const { on, threshold, origin } = rules.find(({ rule }) => rule === 'over_temperature') ?? {}
      return [on, threshold, origin]
    }
    expect(await now()).toEqual([true, 75, 'usual'])
    expect((await put(company, null, 65)).status).toBe(200)
    expect(await now()).toEqual([true, 65, 'company'])
    expect((await put(station, false, null)).status).toBe(200)
    expect(await now()).toEqual([false, 65, 'station'])
    expect((await put(station, null, null)).status).toBe(200)
    expect(await now()).toEqual([true, 65, 'company'])
    expect((await put(company, null, null)).status).toBe(200)
    const refused = await put(station, null, 500)
    expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([
      400,
      'rule_threshold',
    ])
    const maintainer = await app.asRole('maintainer', 'a')
    expect((await get<Rules>(maintainer, station)).mayEdit).toBe(false)
  })

  it('ends what a rule has raised when it is switched off', async () => {
    const site = await dead(false)
    const at = NOON + 10 * 3_600_000
    await app.owner.query('DELETE FROM rule_collection')
    const state = {
      code: 'RULE-INVERTER-OFF',
      instance: '1',
      rule: 'inverter_off',
      bad_ms: 0,
      good_ms: 0,
      active: true,
    }
    const device_id = site.inverters[2]?.id ?? ''
    await db
      .insertInto('rule_state')
      .values({
        ...state,
        device_id,
        station_id: site.stationId,
        since: new Date(NOON),
        as_of: new Date(NOON),
        readings: '{}',
      })
      .execute()
    await caller.request(`PUT /api/stations/${site.stationId}/alarm-rules`, {
      body: { rules: [{ rule: 'inverter_off', enabled: false, threshold: null }] },
    })
    await collect(context, at, AbortSignal.timeout(60_000))
    expect(
      await db.selectFrom('rule_state').select('code').where('device_id', '=', device_id).execute(),
    ).toEqual([])
  })
})

const day = (back: number): string => new Date(NOON - back * 86_400_000).toISOString().slice(0, 10)

describe('a rehearsal', () => {
  it('tells what another threshold would have raised in the last days, and raises nothing', async () => {
    const site = await dead(true)
    const ask = async (threshold: number) =>
      get<Rehearsal>(
        caller,
        `/api/stations/${site.stationId}/alarm-rules/rehearsal?rule=over_temperature&threshold=${threshold}`,
      )
    const [high, low] = [await ask(75), await ask(60)]
    // The second is 25 K above the first, which works as hard: that is a fault at any threshold.
    expect([high.days, high.alarms]).toEqual([30, 1])
    expect(low.found.map(({ device, code }) => [device.sn, code])).toEqual([
      [site.inverters[1]?.sn, 'RULE-OVER-TEMPERATURE'],
    ])
    const all = await ask(45)
    expect(all.alarms).toBe(1)
    expect(
      await db.selectFrom('alarm').select('id').where('station_id', '=', site.stationId).execute(),
    ).toEqual([])
  })

  it('looks at any days that are kept, a month at most', async () => {
    const site = await dead(true)
    const path = `/api/stations/${site.stationId}/alarm-rules/rehearsal?rule=inverter_off&threshold=10`
    const ask = async (from: number, to: number) =>
      caller.request(`GET ${path}&from=${day(from)}&to=${day(to)}`)
    const today = (await ask(0, 0)).body as Rehearsal
    expect([today.days, today.alarms, today.found[0]?.device.sn]).toEqual([1, 1, site.inverters[2]?.sn])
    // Half a year ago nothing was measured; what is told is what was asked for.
    const before = (await ask(200, 170)).body as Rehearsal
    expect([before.days, before.alarms]).toEqual([31, 0])
    expect(new Date(before.to - 1).toISOString().slice(0, 10)).toBe(day(170))
    const { retainedFrom } = await get<Rules>(caller, `/api/stations/${site.stationId}/alarm-rules`)
    expect(retainedFrom).toBe(app.now() - context.retentionDays * 86_400_000)
    for (const [from, to] of [
      [0, 1],
      [31, 0],
      [context.retentionDays + 2, context.retentionDays],
      [0, -1],
    ] as const) {
      const { status, body } = await ask(from, to)
      expect([status, (body as { error: { code: string } }).error.code]).toEqual([400, 'rehearsal_period'])
    }
  })

  it('knows what was learned and raised before the first day that is asked for', async () => {
    const site = await dead(true)
    // The third inverter went off the day before, and nothing comes any more.
    app.advance(86_400_000)
    const tomorrow = new Date(NOON + 86_400_000).toISOString().slice(0, 10)
    const told = await get<Rehearsal>(
      caller,
      `/api/stations/${site.stationId}/alarm-rules/rehearsal?rule=inverter_off&threshold=10&from=${tomorrow}&to=${tomorrow}`,
    )
    expect(told.found.map(({ device, endedAt }) => [device.sn, endedAt])).toEqual([
      [site.inverters[2]?.sn, null],
    ])
  })
})
