import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { dayStartAt } from '#domain/telemetry/local-days.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { testApp } from '../../../tests/app.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import { makeDevice, setLatest } from '../../../tests/factories/devices.ts'
import { act, makeOrder, orderOf, type OrderSeen, stationFor } from '../../../tests/factories/work-orders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ZONE = 'Asia/Shanghai'
const NOON = Date.UTC(2026, 5, 21, 4)
const app = await testApp({ now: NOON - 4 * HOUR })
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')

type Verification = {
  answer: string
  figure: string
  share: number | null
  own: number | null
  hours: number
  earliestAt: number | null
  peers: number
  instance: string | null
  joined: { name: { en: string; zh_CN: string }; instance: string } | null
  least: { of: string; value: number; unit: string }
  before: { ts: number[]; own: (number | null)[]; peers: (number | null)[] } | null
  after: { ts: number[] } | null
} | null

const verification = async (id: string): Promise<Verification> => {
  const reply = await chief.request(`GET /api/orders/${id}/verification`)
  expect([reply.status, reply.status < 300 ? '' : reply.text]).toEqual([200, ''])
  return (reply.body as { verification: Verification }).verification
}

type Reading = { no: number; from: number; to: number; p?: number; mppt?: { n: number; i: number }[] }
const readings = async ({ no, from, to, p, mppt }: Reading): Promise<void> => {
  await ensurePartitions(app.context.pool, [utcDayStart(from), utcDayStart(to)])
  await sql`
    INSERT INTO reading (device_no, ts, received_at, hist, state, p, mppt)
    SELECT ${no}::int, t, t, false, 1, ${p ?? 5000}::real, ${mppt ? JSON.stringify(mppt) : null}::jsonb
      FROM generate_series(${new Date(from)}::timestamptz, ${new Date(to - 1)}::timestamptz, '5 min') AS t
    ON CONFLICT DO NOTHING`.execute(app.db)
}

/** The next eight o'clock at the station. */
const untilMorning = (): void => app.advance((DAY + (NOON - 4 * HOUR - app.now())) % DAY)

/** An order that somebody works at, begun now. */
const begun = async (order: OrderSeen): Promise<string> => {
  const given = orderOf(await act(chief, order, { no: 1, handlerId: worker.accountId }))
  const accepted = orderOf(await act(worker, given, { no: 2 }))
  return orderOf(await act(worker, accepted, { no: 4 })).id
}

const alarmsOfStation = (station: string) =>
  app.db.selectFrom('alarm').select('id').where('station_id', '=', station)

describe('a verified repair', () => {
  it('an inverter that was mended is back once it has stood among its peers for an hour of light', async () => {
    const station = await stationFor(app, chief)
    const broken = await makeDevice(app.db, app.now(), station, 'inverter')
    const sound = [
      await makeDevice(app.db, app.now(), station, 'inverter'),
      await makeDevice(app.db, app.now(), station, 'inverter'),
    ]
    const alarm = await makeAlarm(app.db, app.now(), station, { deviceId: broken.id })
    const morning = NOON - 4 * HOUR
    for (const { no } of sound) await readings({ no, from: morning, to: NOON + 3 * HOUR, p: 6000 })
    await readings({ no: broken.no, from: morning, to: NOON, p: 0 })
    const id = await begun(await makeOrder(chief, station, { aboutAlarmId: alarm.id }))
    app.advance(4 * HOUR)
    const still = await verification(id)
    expect(still).toMatchObject({ answer: 'not_yet', figure: 'power', own: 0, share: -1, peers: 2 })
    expect(still?.least).toEqual({ of: 'peer_power', value: 100, unit: 'W/kW' })
    await readings({ no: broken.no, from: NOON, to: NOON + 3 * HOUR, p: 5700 })
    app.advance(2.5 * HOUR)
    const back = await verification(id)
    expect(back).toMatchObject({ answer: 'back_among_peers', own: 570, hours: 2 })
    // A rating that the counter outruns is no measure: of a peer, and of the device itself.
    const doubt = { rated_w: 100, shown_w: 9_900 }
    const rate = async (no: number, set: { rated_w: number; shown_w: number | null }) =>
      app.db.updateTable('device').set(set).where('no', '=', no).execute()
    await rate(sound[0]?.no ?? 0, doubt)
    expect(await verification(id)).toMatchObject({ answer: 'back_among_peers', own: 570, peers: 1 })
    await rate(sound[0]?.no ?? 0, { rated_w: 10_000, shown_w: null })
    await rate(broken.no, doubt)
    expect(await verification(id)).toMatchObject({ answer: 'no_peers', own: null })
    await rate(broken.no, { rated_w: 10_000, shown_w: null })
    expect(back?.share).toBeCloseTo(-0.05, 5)
    expect(back?.before?.own.slice(0, 3)).toEqual([0, 0, 0])
    expect(back?.before?.peers[0]).toBe(600)
    expect(back?.after?.ts[0]).toBe(Math.max(morning, dayStartAt('2026-06-21', ZONE)))
  })

  it('a tracker is held against what it usually gives: a plane of its own is no fault, a blown fuse is one', async () => {
    const station = await stationFor(app, chief)
    const inverter = await makeDevice(app.db, app.now(), station, 'inverter')
    const now = app.now()
    const faultAt = now - DAY
    // Tracker 1 looks aside and always gives half of what 2 and 3 do.
    const usual = [
      { n: 1, i: 5 },
      { n: 2, i: 10 },
      { n: 3, i: 10 },
    ]
    const blown = [
      { n: 1, i: 5 },
      { n: 2, i: 5 },
      { n: 3, i: 10 },
    ]
    for (let day = 2; day <= 6; day += 1)
      await readings({
        no: inverter.no,
        from: now - day * DAY - 3 * HOUR,
        to: now - day * DAY + 3 * HOUR,
        mppt: usual,
      })
    await readings({ no: inverter.no, from: now, to: now + 3 * HOUR, mppt: blown })
    const orders: Record<string, string> = {}
    for (const instance of ['MPPT 1', 'MPPT 2']) {
      const { id: alarmId } = await makeAlarm(app.db, app.now(), station, {
        deviceId: inverter.id,
        code: instance === 'MPPT 1' ? '2013' : '2012',
        at: faultAt,
      })
      await app.db.updateTable('alarm_item').set({ instance }).where('alarm_id', '=', alarmId).execute()
      const alarms = [{ alarmId, instances: [instance] }]
      orders[instance] = await begun(await makeOrder(chief, station, { type: 'alarm', alarms }))
    }
    app.advance(3 * HOUR)
    expect(await verification(orders['MPPT 1'] ?? '')).toMatchObject({
      figure: 'current',
      instance: 'MPPT 1',
      answer: 'back_among_peers',
    })
    const fuse = await verification(orders['MPPT 2'] ?? '')
    expect(fuse).toMatchObject({ figure: 'current', instance: 'MPPT 2', joined: null, answer: 'not_yet' })
    // The alarm took the code of another: what it was raised with is named by its own code, never as it is stored.
    const stored = 'RULE-STRING-CURRENT:MPPT 2'
    const over = { instance: stored, cleared_at: new Date(app.now()) }
    await app.db
      .updateTable('alarm_item')
      .set(over)
      .where('instance', '=', 'MPPT 2')
      .where('alarm_id', 'in', alarmsOfStation(station))
      .execute()
    const joined = { name: nameOfCode('RULE-STRING-CURRENT'), instance: 'MPPT 2' }
    expect(await verification(orders['MPPT 2'] ?? '')).toMatchObject({ instance: 'MPPT 2', joined })
    const page = await chief.request(`GET /api/orders/${orders['MPPT 2']}`)
    const { content } = (page.body as { order: { content: { items: object[] }[] } }).order
    expect(content.flatMap(({ items }) => items)).toMatchObject([{ joined, clearedAt: app.now() }])
    expect(fuse?.share).toBeLessThan(-0.4)
  })

  it('a minute after the start of the work it is too early, beside peers that have said nothing since either; it says until when', async () => {
    untilMorning()
    const station = await stationFor(app, chief)
    const broken = await makeDevice(app.db, app.now(), station, 'inverter')
    for (let n = 0; n < 3; n += 1) {
      const { no } = await makeDevice(app.db, app.now(), station, 'inverter')
      await readings({ no, from: app.now() - HOUR, to: app.now(), p: 6000 })
    }
    const alarm = await makeAlarm(app.db, app.now(), station, { deviceId: broken.id })
    const started = app.now()
    const order = await begun(await makeOrder(chief, station, { aboutAlarmId: alarm.id }))
    app.advance(MINUTE)
    const early = await verification(order)
    // Sun at Shanghai in June at this hour: an hour of daylight, and the interval of a report.
    expect(early).toMatchObject({ answer: 'too_early', earliestAt: started + HOUR + 5 * MINUTE, own: null })
    // Once there was time enough and still nobody has said anything, nothing can be compared.
    app.advance(HOUR + 5 * MINUTE)
    expect(await verification(order)).toMatchObject({ answer: 'no_peers', earliestAt: null })
    // Where nothing stands beside it that is said at once.
    const alone = await stationFor(app, chief)
    const lone = await makeDevice(app.db, app.now(), alone, 'inverter')
    const own = await makeAlarm(app.db, app.now(), alone, { deviceId: lone.id })
    const lonely = await begun(await makeOrder(chief, alone, { aboutAlarmId: own.id }))
    expect(await verification(lonely)).toMatchObject({ answer: 'no_peers', earliestAt: null })
  })

  it('what was still broken at dusk is judged after sunrise, unless there was light enough after the report', async () => {
    untilMorning()
    const morning = app.now()
    const station = await stationFor(app, chief)
    const broken = await makeDevice(app.db, app.now(), station, 'inverter')
    const sound = await makeDevice(app.db, app.now(), station, 'inverter')
    const other = await makeDevice(app.db, app.now(), station, 'inverter')
    for (const day of [0, DAY])
      for (const { no } of [sound, other, broken])
        await readings({
          no,
          from: morning + day,
          to: morning + day + 9 * HOUR,
          p: no === broken.no ? 0 : 6000,
        })
    const alarm = await makeAlarm(app.db, app.now(), station, { deviceId: broken.id })
    const id = await begun(await makeOrder(chief, station, { aboutAlarmId: alarm.id }))
    app.advance(8 * HOUR)
    expect(await verification(id)).toMatchObject({ answer: 'not_yet', share: -1 })
    // Nobody can have seen it recover: 02:00.
    app.advance(10 * HOUR)
    const night = await verification(id)
    const nothing = { own: null, share: null, hours: 0 }
    expect(night).toMatchObject({ answer: 'dark', ...nothing })
    // At seven there was light for half an hour, in which nobody has heard anything yet.
    expect(night?.earliestAt ?? 0).toBeGreaterThan(morning + DAY - 3 * HOUR)
    expect(night?.earliestAt ?? 0).toBeLessThan(morning + DAY)
    app.advance(3 * HOUR)
    expect(await verification(id)).toMatchObject({ answer: 'dark', ...nothing })
    app.advance(5 * HOUR)
    expect(await verification(id)).toMatchObject({ answer: 'not_yet', share: -1 })
    // Reported in the morning, it has been seen in light: at night that still stands.
    await app.db
      .updateTable('work_order')
      .set({ actual_end_at: new Date(app.now()) })
      .where('id', '=', id)
      .execute()
    app.advance(14 * HOUR)
    expect(await verification(id)).toMatchObject({ answer: 'not_yet', share: -1 })
  })

  it('a gateway has time to report before it is said that it does not', async () => {
    const station = await stationFor(app, chief)
    const gateway = await makeDevice(app.db, app.now(), station, 'gateway')
    await app.db
      .updateTable('gateway_link')
      .set({ connected: true })
      .where('device_id', '=', gateway.id)
      .execute()
    const id = await begun(await makeOrder(chief, station, { deviceId: gateway.id }))
    app.advance(MINUTE)
    expect(await verification(id)).toMatchObject({
      figure: 'link',
      answer: 'too_early',
      earliestAt: app.now() + 9 * MINUTE,
    })
    app.advance(10 * MINUTE)
    expect(await verification(id)).toMatchObject({ figure: 'link', answer: 'not_yet' })
  })

  it('says when there is not enough light, and nothing of an order about no device', async () => {
    untilMorning()
    const station = await stationFor(app, chief)
    const one = await makeDevice(app.db, app.now(), station, 'inverter')
    const other = await makeDevice(app.db, app.now(), station, 'inverter')
    const alarm = await makeAlarm(app.db, app.now(), station, { deviceId: one.id })
    const id = await begun(await makeOrder(chief, station, { aboutAlarmId: alarm.id }))
    for (const { no } of [one, other])
      await readings({ no, from: app.now(), to: app.now() + 2 * HOUR, p: 300 })
    app.advance(2 * HOUR)
    expect(await verification(id)).toMatchObject({ answer: 'not_enough_light', own: null, share: null })
    expect(await verification((await makeOrder(chief, station)).id)).toBeNull()
  })

  it('a shutdown device is well when it is closed and hears its keep-alive after the work began', async () => {
    const station = await stationFor(app, chief)
    const device = await makeDevice(app.db, app.now(), station, 'shutdown')
    await setLatest(app.db, device.no, { ts: app.now() - HOUR })
    const id = await begun(await makeOrder(chief, station, { deviceId: device.id }))
    expect(await verification(id)).toMatchObject({ answer: 'too_early', figure: 'shutdown' })
    app.advance(HOUR)
    const state = async (closed: boolean, keepalive: boolean): Promise<void> => {
      await setLatest(app.db, device.no, { ts: app.now() })
      await app.db
        .updateTable('latest')
        .set({ closed, keepalive })
        .where('device_no', '=', device.no)
        .execute()
    }
    await state(true, false)
    expect((await verification(id))?.answer).toBe('not_yet')
    await state(true, true)
    expect((await verification(id))?.answer).toBe('back_among_peers')
  })
})

describe('the maintenance record', () => {
  it('never counts what is unknown as available, and what is lost against the one beside it', async () => {
    const station = await stationFor(app, chief)
    const [one, two] = [
      await makeDevice(app.db, 0, station, 'inverter'),
      await makeDevice(app.db, 0, station, 'inverter'),
    ]
    const day = dayStartAt('2026-06-20', ZONE)
    // One runs all day; the other is off for three hours before noon and says nothing in the afternoon.
    await readings({ no: one.no, from: day + 7 * HOUR, to: day + 17 * HOUR, p: 5000 })
    await readings({ no: two.no, from: day + 7 * HOUR, to: day + 9 * HOUR, p: 5000 })
    await sql`INSERT INTO reading (device_no, ts, received_at, hist, state, p)
      SELECT ${two.no}::int, t, t, false, 0, 0 FROM generate_series(${new Date(day + 9 * HOUR)}::timestamptz, ${new Date(day + 12 * HOUR - 1)}::timestamptz, '5 min') AS t`.execute(
      app.db,
    )
    await makeAlarm(app.db, day + 9 * HOUR, station, { deviceId: two.id, level: 2 })
    const reply = await chief.request(`GET /api/stations/${station}/om?from=2026-06-20&to=2026-06-20`)
    expect([reply.status, reply.status < 300 ? '' : reply.text]).toEqual([200, ''])
    const { om } = reply.body as { om: Record<string, Record<string, number>> & { mtbfHours: number } }
    expect(om['availability']).toMatchObject({ availableHours: 12, unavailableHours: 3 })
    expect(om['availability']?.['share']).toBeCloseTo(12 / 15, 6)
    expect(om['availability']?.['unknownHours']).toBeGreaterThan(4)
    expect(om['lost']).toMatchObject({ wh: 15_000, money: 7.5, unpricedHours: 0 })
    // Compared are two hours of both, and the three of the one that stood still beside the other.
    const asked = 15 + (om['availability']?.['unknownHours'] ?? 0)
    expect(om['lost']?.['coverage']).toBe(Math.floor((7 / asked) * 1000) / 1000)
    expect(om['alarms']).toMatchObject({ raised: 1, open: 1 })
    expect(om.mtbfHours).toBe(12)
    await app.db.updateTable('device').set({ name: '=cmd|calc' }).where('id', '=', two.id).execute()
    await app.db.updateTable('alarm').set({ count: 4 }).where('station_id', '=', station).execute()
    const table = await chief.request(`GET /api/stations/${station}/om/table?from=2026-06-20&to=2026-06-20`, {
      headers: { 'accept-language': 'en' },
    })
    const { csv } = table.body as { csv: string }
    expect(csv).toContain('Availability (%),80')
    expect(csv).toMatch(/share of the inverters compared \(%\),2\d/)
    expect(csv).toContain("'=cmd|calc")
    // Beside a rating that the counter outruns nothing can be told of what is lost.
    await app.db.updateTable('device').set({ rated_w: 10, shown_w: 9_900 }).where('id', '=', one.id).execute()
    const doubted = await chief.request(`GET /api/stations/${station}/om?from=2026-06-20&to=2026-06-20`)
    expect(doubted.body).toMatchObject({ om: { lost: { wh: null, coverage: 0 } } })
    const none = await chief.request(`GET /api/stations/${await stationFor(app, chief)}/om`)
    expect(none.body).toMatchObject({
      om: { availability: { share: null }, lost: { wh: null, coverage: null }, mtbfHours: null },
    })
    expect(
      (await chief.request(`GET /api/stations/${station}/om?from=2020-01-01&to=2026-01-01`)).status,
    ).toBe(400)
  })

  it('counts a loss of the grid against availability for as long as it lasted, and does not price it', async () => {
    const station = await stationFor(app, chief)
    const [one, two] = [
      await makeDevice(app.db, 0, station, 'inverter'),
      await makeDevice(app.db, 0, station, 'inverter'),
    ]
    const day = dayStartAt('2026-06-20', ZONE)
    // From 10:30 to 11:10 in two hours, in neither of which they stood all the time; one of them for 20 min more.
    const stood = async (no: number, from: number, minutes: number): Promise<void> => {
      await ensurePartitions(app.context.pool, [utcDayStart(from)])
      await sql`INSERT INTO reading (device_no, ts, received_at, hist, state, p) SELECT ${no}::int, t, t, false, 0, 0
        FROM generate_series(${new Date(from)}::timestamptz, ${new Date(from + minutes * 60_000 - 1)}::timestamptz, '5 min') AS t`.execute(
        app.db,
      )
    }
    for (const { no } of [one, two]) await stood(no, day + 10.5 * HOUR, 40)
    await stood(two.no, day + 14 * HOUR, 20)
    // What is there already stays.
    for (const { no } of [one, two])
      await readings({ no, from: day + 7 * HOUR, to: day + 17 * HOUR, p: 5000 })
    const { om } = (await chief.request(`GET /api/stations/${station}/om?from=2026-06-20&to=2026-06-20`))
      .body as { om: Record<string, Record<string, number>> }
    expect(om['availability']?.['unavailableHours']).toBeCloseTo((2 * 40 + 20) / 60, 6)
    expect(om['availability']?.['share']).toBeCloseTo(1 - 100 / 60 / 20, 6)
    expect(om['lost']?.['unpricedHours']).toBeCloseTo((2 * 40) / 60, 6)
    // A third of an hour of 5 kW beside the other; what both lost nobody can tell.
    expect(om['lost']?.['wh']).toBeCloseTo(5000 / 3, 3)
  })
})
