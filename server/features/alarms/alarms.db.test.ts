import { describe, expect, it } from 'vitest'
import { QUARANTINE_SERIALS } from '#domain/devices/limits.ts'
import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import { testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { END_TIME_MS } from '#domain/alarms/end-time.ts'
import { closeEndedAlarms } from './close-ended.ts'
import { hearAlarm } from './hear-alarm.ts'

const app = await testApp()
const { db, context } = app
const BOOT = 'boot-0001'
const MINUTE = 60_000

const place = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
  const inverter = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: gateway.id })
  let seq = 0
  const hear = (event: object, arrivedAt = app.now()) =>
    hearAlarm(context, gateway.sn, { v: 1, boot: BOOT, seq: (seq += 1), ...event } as AlarmEvent, arrivedAt)
  const aid = (instance: string, code = '2062') => `${inverter.sn}:${code}:${instance}`
  const raise = (instance: string, ts: number, more: object = {}) =>
    hear({ ev: 'raise', aid: aid(instance), sn: inverter.sn, code: '2062', lvl: 'important', ts, ...more })
  const clear = (instance: string, ts: number, more: object = {}) =>
    hear({ ev: 'clear', aid: aid(instance), ts, ...more })
  const alarms = () =>
    db.selectFrom('alarm').selectAll().where('device_id', '=', inverter.id).orderBy('first_at').execute()
  return { stationId, gateway, inverter, hear, aid, raise, clear, alarms }
}

describe('what gateways say of faults', () => {
  it('makes one alarm of a code on a device, whose instances and occurrences count and move its time', async () => {
    const { raise, alarms } = await place()
    const t = app.now() - 60 * MINUTE
    await raise('1', t, { ctx: { riso_kohm: 38 } })
    await raise('2', t + 5 * MINUTE, { lvl: 'emergent' })
    await raise('1', t + 9 * MINUTE)
    const [alarm, ...more] = await alarms()
    expect(more).toEqual([])
    expect(alarm).toMatchObject({
      status: 'unsolved',
      count: 3,
      level: 2,
      first_at: t,
      occurred_at: t + 9 * MINUTE,
      created_at: app.now(),
      close_type: null,
    })
  })

  it('changes nothing when a message comes again, late, or is named again after a new start', async () => {
    const { raise, hear, aid, inverter, gateway, alarms } = await place()
    const t = app.now() - 60 * MINUTE
    await raise('1', t, { seq: 50 })
    expect(await raise('1', t, { seq: 50 })).toBe('old')
    expect(await raise('1', t - MINUTE, { seq: 40 })).toBe('old')
    await db.updateTable('gateway_link').set({ boot: 'boot-2' }).where('device_id', '=', gateway.id).execute()
    expect(await raise('1', t, { seq: 1, boot: 'boot-2' })).toBe('old')
    expect(await hear({ ev: 'sync', seq: 2, boot: 'boot-2', active: [aid('1')] })).toBe('applied')
    expect(await alarms()).toMatchObject([{ count: 1, status: 'unsolved', device_id: inverter.id }])
  })

  it('tells of so many instances as a page can show, those that were heard of last, whatever a gateway makes up', async () => {
    const { raise, alarms } = await place()
    const t = app.now() - 60 * MINUTE
    await raise('1', t)
    const [alarm] = await alarms()
    await app.owner.query(
      `INSERT INTO alarm_item (alarm_id, instance, first_at, last_at, readings)
       SELECT $1, 'made-up-' || n, $2::timestamptz + n * interval '1 second', $2::timestamptz + n * interval '1 second', '{}'
         FROM generate_series(1, 1100) AS n`,
      [alarm?.id, new Date(t)],
    )
    const caller = await app.asRole('administrator')
    const { body } = await caller.request(`GET /api/alarms/${alarm?.id}`)
    const { items } = (body as { alarm: { items: { instance: string }[] } }).alarm
    expect([items.length, items[0]?.instance]).toEqual([1_000, 'made-up-1100'])
  })

  it('counts one occurrence once when several servers hear of it at the same time', async () => {
    const { raise, alarms } = await place()
    const heard = await Promise.all([1, 2, 3, 4].map(() => raise('1', app.now() - MINUTE, { seq: 7 })))
    expect(heard.toSorted()).toEqual(['applied', 'old', 'old', 'old'])
    expect(await alarms()).toMatchObject([{ count: 1 }])
  })

  it('closes by itself when the last instance stays away, and a raise after that makes a new alarm', async () => {
    const { raise, clear, alarms } = await place()
    const t = app.now()
    await raise('1', t)
    await raise('2', t)
    app.advance(2 * MINUTE)
    await clear('1', t + MINUTE)
    expect(await alarms()).toMatchObject([{ status: 'unsolved', cleared_at: null, closes_at: null }])
    await clear('2', t + 2 * MINUTE)
    expect(await alarms()).toMatchObject([
      { status: 'unsolved', cleared_at: t + 2 * MINUTE, closes_at: t + 2 * MINUTE + END_TIME_MS },
    ])
    app.advance(END_TIME_MS - 1)
    await closeEndedAlarms(context, app.now())
    expect(await alarms()).toMatchObject([{ status: 'unsolved' }])
    app.advance(1)
    await closeEndedAlarms(context, app.now())
    // At the moment it was over, not when that was certain.
    expect(await alarms()).toMatchObject([
      { status: 'closed', close_type: 'automatic_cleaning', closed_at: t + 2 * MINUTE },
    ])
    await raise('1', app.now())
    expect(await alarms()).toMatchObject([{ status: 'closed' }, { status: 'unsolved', count: 1 }])
  })

  it('is one alarm, with its count, while a code comes and goes every few minutes for an hour', async () => {
    const { raise, clear, alarms } = await place()
    const t = app.now()
    for (let at = t; at < t + 60 * MINUTE; at += 4 * MINUTE) {
      await raise('1', at, { lvl: 'prompt' })
      app.advance(MINUTE)
      await clear('1', at + MINUTE)
      app.advance(3 * MINUTE)
      await closeEndedAlarms(context, app.now())
    }
    expect(await alarms()).toMatchObject([
      { status: 'unsolved', count: 15, first_at: t, occurred_at: t + 56 * MINUTE },
    ])
    app.advance(END_TIME_MS)
    await closeEndedAlarms(context, app.now())
    expect(await alarms()).toMatchObject([{ status: 'closed', closed_at: t + 57 * MINUTE, count: 15 }])
  })

  it('tells the same of what a gateway says afterwards, all at once', async () => {
    const { raise, clear, alarms } = await place()
    const t = app.now() - 180 * MINUTE
    for (let at = t; at < t + 60 * MINUTE; at += 4 * MINUTE) {
      await raise('1', at)
      await clear('1', at + MINUTE)
    }
    expect(await alarms()).toMatchObject([{ status: 'unsolved', count: 15, first_at: t }])
    // It came back later than its end time: another alarm.
    await raise('1', t + 57 * MINUTE + END_TIME_MS)
    expect(await alarms()).toMatchObject([
      { status: 'closed', count: 15, closed_at: t + 57 * MINUTE },
      { status: 'unsolved', count: 1, first_at: t + 57 * MINUTE + END_TIME_MS },
    ])
    await clear('1', t + 100 * MINUTE)
    app.advance(MINUTE)
    await closeEndedAlarms(context, app.now())
    expect(await alarms()).toMatchObject([{}, { status: 'closed', closed_at: t + 100 * MINUTE }])
  })

  it('withdraws the end when a person looks: the list and the page say since when it is over, and until when it waits', async () => {
    const { raise, clear, alarms, stationId } = await place()
    const t = app.now()
    await raise('1', t)
    await clear('1', t)
    const caller = await app.asRole('installer', 'a')
    const look = async () => {
      const list = await caller.request(`GET /api/alarms?stationId=${stationId}`)
      const [row] = (list.body as List).alarms
      const page = await caller.request(`GET /api/alarms/${row?.id}`)
      return { row, alarm: (page.body as { alarm: object }).alarm }
    }
    const over = { status: 'unsolved', clearedAt: t, closesAt: t + END_TIME_MS, closedAt: null }
    expect(await look()).toMatchObject({ row: over, alarm: { ...over, items: [{ clearedAt: t }] } })
    app.advance(MINUTE)
    await raise('1', app.now())
    const on = { clearedAt: null, closesAt: null, count: 2 }
    expect(await look()).toMatchObject({ row: on, alarm: { ...on, items: [{ clearedAt: null }] } })
    await clear('1', app.now())
    await closeEndedAlarms(context, app.now() + END_TIME_MS)
    const closed = { status: 'closed', closedAt: app.now(), clearedAt: null, closesAt: null }
    expect(await look()).toMatchObject({ row: closed, alarm: closed })
    expect(await alarms()).toHaveLength(1)
  })

  it('D10: of a gateway whose clock began anew the instants of arrival count', async () => {
    const { raise, clear, alarms } = await place()
    const t = app.now()
    // An RTC without a battery begins with 1970 or 2000.
    await raise('1', Date.UTC(2000, 0, 1))
    expect(await alarms()).toMatchObject([{ first_at: t, occurred_at: t }])
    app.advance(MINUTE)
    await clear('1', 65_000)
    await closeEndedAlarms(context, app.now() + END_TIME_MS)
    expect(await alarms()).toMatchObject([{ status: 'closed', closed_at: t + MINUTE }])
  })

  it('raises nothing when the end of it came first', async () => {
    const { raise, clear, alarms } = await place()
    await clear('1', app.now() - MINUTE, { seq: 20 })
    expect(await raise('1', app.now() - 2 * MINUTE, { seq: 19 })).toBe('old')
    expect(await alarms()).toEqual([])
  })

  it('closes what a list of all that goes on does not name, but nothing that was said after it', async () => {
    const { raise, hear, aid, alarms } = await place()
    await raise('1', app.now() - 5 * MINUTE, { seq: 1 })
    await raise('2', app.now() - 5 * MINUTE, { seq: 9 })
    await hear({ ev: 'sync', seq: 5, active: [] })
    expect(await alarms()).toMatchObject([{ status: 'unsolved' }])
    await hear({ ev: 'sync', seq: 11, active: [aid('1')] })
    const since = app.now()
    expect(await alarms()).toMatchObject([{ status: 'unsolved', cleared_at: since }])
    app.advance(END_TIME_MS)
    await closeEndedAlarms(context, app.now())
    expect(await alarms()).toMatchObject([{ status: 'closed', close_type: 'automatic_cleaning' }])
  })

  it('D9: traffic of a boot that is over raises and ends nothing', async () => {
    const { raise, clear, gateway, hear, alarms } = await place()
    const t = app.now() - 60 * MINUTE
    await raise('1', t)
    await clear('1', t + MINUTE)
    await db.updateTable('gateway_link').set({ boot: 'boot-2' }).where('device_id', '=', gateway.id).execute()
    const before = await alarms()
    expect(await raise('1', t, { seq: 1 })).toBe('old')
    expect(await raise('3', t, { seq: 2 })).toBe('old')
    expect(await hear({ ev: 'sync', seq: 3, active: [] })).toBe('old')
    expect(await alarms()).toEqual(before)
  })

  it('sets aside a serial that is not behind the gateway, and stores nothing under anybody', async () => {
    const { hear, gateway } = await place()
    const other = await place()
    const aid = `${other.inverter.sn}:2062:1`
    const event = { aid, sn: other.inverter.sn, code: '2062', lvl: 'emergent', ts: app.now() }
    expect(await hear({ ev: 'raise', ...event })).toBe('foreign')
    expect(await other.alarms()).toEqual([])
    const aside = db.selectFrom('quarantine').select(['sn', 'reason']).where('gateway_id', '=', gateway.id)
    expect(await aside.execute()).toEqual([{ sn: other.inverter.sn, reason: 'not_a_child' }])
  })

  it('D4: sets no further serial aside where a gateway has named as many as are kept, and counts on with those', async () => {
    const { hear, gateway } = await place()
    const at = new Date(app.now() - MINUTE)
    const serials = Array.from({ length: QUARANTINE_SERIALS - 1 }, (_, n) => `FAKE${n}`)
    await db
      .insertInto('quarantine')
      .values(
        serials.map((sn) => ({
          gateway_id: gateway.id,
          sn_key: sn,
          sn,
          reason: 'not_a_child',
          first_at: at,
          last_at: at,
        })),
      )
      .execute()
    const name = (sn: string) =>
      hear({ ev: 'raise', aid: `${sn}:2062:1`, sn, code: '2062', lvl: 'emergent', ts: app.now() })
    for (const sn of ['LAST0001', 'LATE0001', 'LATE0002', 'FAKE7']) expect(await name(sn)).toBe('foreign')
    const aside = await db
      .selectFrom('quarantine')
      .select(['sn', 'last_at'])
      .where('gateway_id', '=', gateway.id)
      .execute()
    expect(aside).toHaveLength(QUARANTINE_SERIALS)
    const named = aside.filter((row) => row.last_at === app.now()).map(({ sn }) => sn)
    expect(named.toSorted()).toEqual(['FAKE7', 'LAST0001'])
  })

  it('closes the alarms of a device that is removed', async () => {
    const { raise, inverter, alarms } = await place()
    await raise('1', app.now() - MINUTE)
    await db
      .updateTable('device')
      .set({ removed_at: new Date(app.now()) })
      .where('id', '=', inverter.id)
      .execute()
    expect(await alarms()).toMatchObject([{ status: 'closed', close_type: 'automatic_cleaning' }])
  })
})

type Listed = { id: string; level: string; status: string; station: { id: string } }
type List = { alarms: Listed[]; next: string | null; counts: Record<string, Record<string, number>> }

const open = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  return { stationId, ...(await makeAlarm(db, app.now(), stationId)) }
}
const clear = async (ids: string[], remark = 'Fuse replaced') => {
  const caller = await app.asRole('installer', 'a')
  return caller.request('POST /api/alarms/clear', { body: { ids, remark } })
}
const rowOf = (id: string) =>
  db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('clearing by hand', () => {
  it('closes with remark, person and time; again is allowed, noted, and changes nothing of it', async () => {
    const { id } = await open()
    expect((await clear([id])).body).toEqual({ closed: 1, again: 0 })
    const first = await rowOf(id)
    expect(first).toMatchObject({
      status: 'closed',
      close_type: 'manual_clear',
      clear_reason: 'Fuse replaced',
      closed_at: app.now(),
    })
    app.advance(1000)
    expect((await clear([id], 'Looked again')).body).toEqual({ closed: 0, again: 1 })
    expect(await rowOf(id)).toEqual(first)
    const caller = await app.asRole('installer', 'a')
    const { body } = await caller.request(`GET /api/alarms/${id}`)
    const told = body as { alarm: { clears: { remark: string }[]; closer: { id: string } } }
    expect(told.alarm.clears.map(({ remark }) => remark)).toEqual(['Looked again', 'Fuse replaced'])
    expect(told.alarm.closer.id).toBe(caller.accountId)
  })

  it('wants a remark', async () => {
    const { id } = await open()
    expect((await clear([id], '  ')).status).toBe(400)
    expect((await rowOf(id)).status).toBe('unsolved')
  })

  it('takes alarms of one station only, and says so in the words of the product', async () => {
    const [one, other] = [await open(), await open()]
    const reply = await clear([one.id, other.id])
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('alarms_of_one_station')
    expect((await rowOf(one.id)).status).toBe('unsolved')
  })

  it('Z1: refuses all when one of them is somebody else’s', async () => {
    const { id } = await open()
    const foreign = await makeAlarm(db, app.now(), await makeStation(db, app.now(), app.companies.b))
    expect((await clear([id, foreign.id])).status).toBe(404)
    expect([(await rowOf(id)).status, (await rowOf(foreign.id)).status]).toEqual(['unsolved', 'unsolved'])
  })

  it('Z1: leaves alone what is only shared to be looked at, and clears where it is shared to be managed', async () => {
    const stationId = await makeStation(db, app.now(), app.companies.b)
    const { id } = await makeAlarm(db, app.now(), stationId)
    const { accountId } = await app.asRole('installer', 'a')
    await makeShare(db, app.now(), { stationId, accountId })
    const refused = await clear([id])
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'forbidden' } }])
    expect((await rowOf(id)).status).toBe('unsolved')
    await db
      .updateTable('station_share')
      .set({ rights: 'manage' })
      .where('station_id', '=', stationId)
      .execute()
    expect((await clear([id])).body).toEqual({ closed: 1, again: 0 })
  })

  it('L9: of people who clear the same alarm at the same time one closes it', async () => {
    const { id } = await open()
    // Whoever holds the alarm lets go only when all five have come as far as they do without it.
    const holder = await app.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM alarm WHERE id = $1 FOR UPDATE', [id])
    const asked = [1, 2, 3, 4, 5].map((no) => clear([id], `Person ${no}`))
    const waiting = async () =>
      (
        await app.owner.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount
    await expect.poll(waiting).toBe(5)
    await holder.query('COMMIT')
    holder.release()
    const replies = await Promise.all(asked)
    const sum = replies.reduce((n, { body }) => n + (body as { closed: number }).closed, 0)
    expect(sum).toBe(1)
  })
})

describe('the list', () => {
  it('gives the worst first, page by page without a gap, and finds by every filter', async () => {
    const caller = await app.newCaller('owner', 'a')
    const stationId = await makeStation(db, app.now(), app.companies.a, {
      ownerAccountId: caller.accountId,
      name: 'Harbour-Roof',
    })
    const made: string[] = []
    for (const [no, level] of [3, 1, 2, 4, 1, 3].entries())
      made.push((await makeAlarm(db, app.now(), stationId, { level, at: app.now() - no * MINUTE })).id)
    const admin = await app.asRole('installer', 'a')
    await admin.request('POST /api/alarms/clear', { body: { ids: [made[1]], remark: 'Done' } })
    const list = async (query: string) => (await caller.request(`GET /api/alarms${query}`)).body as List
    const order = [4, 2, 0, 5, 3, 1].map((no) => made[no])
    const whole = await list('')
    expect(whole.alarms.map(({ id }) => id)).toEqual(order)
    expect(whole.counts['unsolved']).toEqual({ very_urgent: 1, emergent: 1, important: 2, prompt: 1 })
    expect(whole.counts['closed']).toMatchObject({ very_urgent: 1, emergent: 0 })
    const paged: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: List = await list(`?limit=2${next === '' ? '' : `&cursor=${next}`}`)
      paged.push(...page.alarms.map(({ id }) => id))
      next = page.next
    }
    expect(paged).toEqual(order)
    const ids = async (query: string) => (await list(query)).alarms.map(({ id }) => id)
    expect(await ids('?status=open&level=very_urgent')).toEqual([made[4]])
    expect(await ids('?status=closed')).toEqual([made[1]])
    expect(await ids(`?stationId=${stationId}&level=prompt`)).toEqual([made[3]])
    expect(await ids(`?from=${app.now() - MINUTE}&status=open`)).toEqual([made[0]])
    expect(await ids('?kind=optimizer')).toEqual([])
    expect(await ids('?search=harbour')).toEqual(order)
    expect(await ids(`?search=${encodeURIComponent('绝缘')}&limit=3`)).toEqual(order.slice(0, 3))
    expect(await ids('?search=nothing')).toEqual([])
    const everything = await app.asRole('administrator')
    const all = (await everything.request(`GET /api/alarms?search=harbour`)).body as List
    expect(all.alarms.map(({ id }) => id)).toEqual(order)
    expect(((await everything.request('GET /api/alarms?limit=1')).body as List).alarms).toHaveLength(1)
  })
})
