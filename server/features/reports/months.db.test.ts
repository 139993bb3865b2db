import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/telemetry/local-days.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { openPushService, pushBrowser } from '#tests/push-service.ts'
import { pushDue } from '../messages/send-push.ts'
import { tellMonths } from './tell-months.ts'

const at = (text: string): number => Date.parse(text)
const LONG_AGO = at('2024-01-01T00:00:00Z')
// Morning of the 1st of November in Shanghai.
const app = await testApp({
  now: at('2026-11-01T01:00:00Z'),
  context: { webhooks: { privateAllowed: true } },
})
const { db } = app
const SHANGHAI_2ND = at('2026-11-02T01:00:00Z')

type Told = {
  kind: string
  at: number
  station: { id: string }
  report: {
    of: string
    all: boolean
    wh: number
    coverage: number | null
    income: { currency: string; amount: number | null }[]
    change: { of: string; share: number } | null
  } | null
}
const toldTo = async (caller: Caller): Promise<Told[]> =>
  ((await caller.request('GET /api/messages')).body as { messages: Told[] }).messages.filter(
    ({ kind }) => kind === 'month_report',
  )
const decemberTo = async (caller: Caller) =>
  (await toldTo(caller)).find(({ report }) => report?.of === '2026-12')?.report
/** Nobody's session lasts for months: who is made afterwards is signed in then. */
const goTo = (text: string): void => app.advance(at(text) - app.now())
/** Moves the clock there and does what the job does. */
const tellAt = async (time: number): Promise<number> => {
  app.advance(time - app.now())
  return tellMonths(app.context, app.now())
}
const days = (month: string, count: number, wh: number): [string, number][] =>
  Array.from({ length: count }, (_, no) => [addDays(`${month}-01`, no), wh])
const book = async (no: number, all: readonly [string, number][]): Promise<void> => {
  await sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
    SELECT ${no}, day, wh, day, day, 1000
      FROM unnest(${all.map(([day]) => day)}::date[], ${all.map(([, wh]) => wh)}::bigint[]) AS d(day, wh)`.execute(
    db,
  )
}
/** An owner and a station of theirs. */
const owner = async (timeZone = 'Asia/Shanghai', language: 'en' | 'zh_CN' = 'zh_CN') => {
  const caller = await app.newCaller('owner')
  await caller.request('PUT /api/me', { body: { language } })
  const site = await station(caller, timeZone)
  return { caller, ...site }
}
const station = async (caller: Caller, timeZone = 'Asia/Shanghai') => {
  const companyId = randomUUID()
  await db
    .insertInto('company')
    .values({ id: companyId, name: 'Own', created_at: new Date(LONG_AGO) })
    .execute()
  const { stationId, inverters } = await makeSite(db, LONG_AGO, { companyId, timeZone })
  const tariff = JSON.stringify({ perKwh: 0.5, currency: 'CNY', source: '' })
  await db
    .updateTable('station')
    .set({ owner_account_id: caller.accountId, tariff })
    .where('id', '=', stationId)
    .execute()
  return { stationId, no: inverters[0]!.no }
}

describe('a month', () => {
  it('is told once, on the morning of the second, with its energy, income and the year before', async () => {
    const { caller, no, stationId } = await owner()
    await book(no, [
      ...days('2026-10', 31, 40_000),
      ...days('2026-09', 30, 20_000),
      ...days('2025-10', 31, 32_000),
    ])
    await tellAt(SHANGHAI_2ND - 1)
    expect(await toldTo(caller)).toEqual([])
    await tellAt(SHANGHAI_2ND)
    expect(await toldTo(caller)).toMatchObject([
      {
        at: SHANGHAI_2ND,
        station: { id: stationId },
        report: {
          of: '2026-10',
          all: false,
          wh: 1_240_000,
          coverage: 1,
          income: [{ currency: 'CNY', amount: 620 }],
          change: { of: '2025-10', share: 0.25 },
        },
      },
    ])
    // Again, after a restart as well: only the database knows, and there all of it is.
    await tellAt(SHANGHAI_2ND + 600_000)
    await tellAt(at('2026-11-06T00:00:00Z'))
    expect(await toldTo(caller)).toHaveLength(1)
    // Whatever is booked later, the message says what it said.
    await book(no, [['2026-11-01', 1]])
    expect((await toldTo(caller))[0]?.report?.wh).toBe(1_240_000)
  })

  it('is told once by two servers at the same time', async () => {
    const { caller, no } = await owner()
    await book(no, days('2026-10', 31, 1000))
    const told = await Promise.all(Array.from({ length: 6 }, () => tellMonths(app.context, app.now())))
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await toldTo(caller)).toHaveLength(1)
  })

  it('waits for readings that come late and for energy that is still computed, and is no news after the seventh', async () => {
    const { caller, no } = await owner()
    const never = await owner()
    await tellAt(at('2026-11-06T10:00:00Z'))
    expect(await toldTo(caller)).toEqual([])
    await book(no, days('2026-10', 31, 1000))
    await sql`INSERT INTO energy_due (device_no, since, until) VALUES (${no}, '2026-10-31T10:00:00Z', '2026-11-06T10:00:00Z')`.execute(
      db,
    )
    await tellAt(at('2026-11-06T10:10:00Z'))
    expect(await toldTo(caller)).toEqual([])
    // What is due of the present month keeps nobody waiting.
    await sql`UPDATE energy_due SET since = '2026-11-06T10:00:00Z' WHERE device_no = ${no}`.execute(db)
    await tellAt(at('2026-11-06T10:20:00Z'))
    expect((await toldTo(caller)).map(({ report }) => report?.wh)).toEqual([31_000])
    await tellAt(at('2026-11-07T16:00:00Z'))
    await book(never.no, days('2026-10', 31, 1000))
    await tellAt(at('2026-11-07T16:10:00Z'))
    expect(await toldTo(never.caller)).toEqual([])
  })

  it('comes by the clock of the place, and not to whoever wants none or sees no station with readings', async () => {
    goTo('2026-11-30T00:00:00Z')
    const [east, west, off, empty] = [
      await owner('Pacific/Auckland'),
      await owner('America/Los_Angeles'),
      await owner(),
      await owner(),
    ]
    const [none, chosenNone] = [await app.newCaller('owner'), await owner()]
    for (const { no } of [east, west, off, chosenNone]) await book(no, days('2026-11', 30, 1000))
    const choice = { levels: [], stations: null, orders: false, quiet: null, zone: 'UTC' }
    await off.caller.request('PUT /api/notifications', { body: { ...choice, reports: false } })
    await chosenNone.caller.request('PUT /api/notifications', { body: { ...choice, stations: [] } })
    const told = async () =>
      (await Promise.all([east, west, off, empty, chosenNone].map(({ caller }) => toldTo(caller)))).map(
        (all) => all.filter(({ report }) => report?.of === '2026-11').length,
      )
    await tellAt(at('2026-12-01T19:59:00Z'))
    expect(await told()).toEqual([0, 0, 0, 0, 0])
    await tellAt(at('2026-12-01T20:00:00Z'))
    expect(await told()).toEqual([1, 0, 0, 0, 0])
    await tellAt(at('2026-12-02T16:59:00Z'))
    expect(await told()).toEqual([1, 0, 0, 0, 0])
    await tellAt(at('2026-12-02T17:00:00Z'))
    expect(await told()).toEqual([1, 1, 0, 0, 0])
    await tellAt(at('2026-12-05T00:00:00Z'))
    expect(await told()).toEqual([1, 1, 0, 0, 0])
    expect(await toldTo(none)).toEqual([])
    // A page that knows no such choice changes nothing of it.
    await off.caller.request('PUT /api/notifications', { body: { ...choice, orders: true } })
    expect((await off.caller.request('GET /api/notifications')).body).toMatchObject({
      choice: { orders: true, reports: false },
    })
  })

  it('counts what the person sees and nothing else: of several together, a share while it holds', async () => {
    goTo('2026-12-31T00:00:00Z')
    const [mine, other] = [await owner(), await owner()]
    const second = await station(mine.caller)
    for (const no of [mine.no, second.no, other.no]) await book(no, days('2026-12', 31, 1000))
    await db
      .insertInto('station_share')
      .values({
        station_id: other.stationId,
        account_id: mine.caller.accountId,
        granted_by: null,
        granted_at: new Date(app.now()),
        until_at: new Date(at('2027-01-01T00:00:00Z')),
      })
      .execute()
    await tellAt(at('2027-01-02T01:00:00Z'))
    // The share was over by then.
    expect(await decemberTo(mine.caller)).toMatchObject({
      all: true,
      wh: 62_000,
      income: [{ currency: 'CNY', amount: 31 }],
    })
    expect(await decemberTo(other.caller)).toMatchObject({ all: false, wh: 31_000 })
    // The same figures as the report that it opens.
    const opened = await mine.caller.request('GET /api/report?of=2026-12')
    expect(opened.body).toMatchObject({ report: { wh: 62_000, income: [{ currency: 'CNY', amount: 31 }] } })
  })

  it('reaches the phone in the language of the person, without money, and waits for the end of quiet hours', async () => {
    goTo('2027-02-01T00:00:00Z')
    const browser = pushBrowser()
    const service = await openPushService(browser)
    app.onStop(service.close)
    const [german, chinese] = [await owner('Asia/Shanghai', 'en'), await owner()]
    for (const { caller, no } of [german, chinese]) {
      await book(no, [...days('2027-01', 31, 1_000), ...days('2026-12', 31, 1_250)])
      const body = { endpoint: `${service.origin}/${caller.accountId}`, keys: browser.keys }
      expect((await caller.request('POST /api/push/subscriptions', { body })).status).toBe(201)
    }
    const quiet = { from: 8 * 60, to: 10 * 60 }
    const choice = { levels: [], stations: null, orders: false, quiet, zone: 'Asia/Shanghai' }
    await chinese.caller.request('PUT /api/notifications', { body: choice })
    await tellAt(at('2027-02-02T01:00:00Z'))
    await pushDue(app.context, app.now())
    expect(service.take().map(({ told }) => told)).toMatchObject([
      {
        title: 'Monthly report, January 2027',
        body: expect.stringMatching(/^Station\d+ · 31 kWh, 20% less than December 2026$/),
        lang: 'en',
        path: `om-detail?stationId=${german.stationId}&report=2027-01`,
      },
    ])
    app.advance(3_600_000)
    await pushDue(app.context, app.now())
    expect(service.take().map(({ told }) => told)).toMatchObject([
      {
        title: '2027年1月月报',
        body: expect.stringMatching(/ · 31 kWh，较2026年12月减少 20%$/),
        lang: 'zh-CN',
      },
    ])
  })
})
