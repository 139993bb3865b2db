import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, dayAt, dayEndAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import { testApp } from '#tests/app.ts'
import { counted } from '#tests/counted.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { createMonthLooks } from './month-looks.ts'
import { noteRunDays } from './note-run-days.ts'
import { tellMonths } from './tell-months.ts'

const HOUR = 3_600_000
const LONG_AGO = Date.parse('2026-01-01T00:00:00Z')
const never = new AbortController().signal
const app = await testApp({ now: Date.parse('2026-10-12T12:00:00Z') })
const { db } = app

/** A job's context, and what the database gives to it. */
const watched = () => {
  const { seen, db: plugged } = counted(db)
  return { seen, context: { ...app.context, db: plugged } }
}

/** Days that are over for three hours and not made, or made within a week of their end and 20 hours ago: station, day. */
const dueNow = async (): Promise<string[]> => {
  const now = app.now()
  const stations = await db.selectFrom('station').select(['id', 'time_zone as zone']).execute()
  const made = await db.selectFrom('run_day').select(['station_id as id', 'day', 'made_at as at']).execute()
  const madeAt = new Map(made.map(({ id, day, at }) => [`${id} ${day}`, at]))
  return stations.flatMap(({ id, zone }) => {
    const today = dayAt(now, zone)
    return daysFromTo(addDays(today, -31), addDays(today, -1)).flatMap((day) => {
      const endAt = dayEndAt(day, zone)
      const at = madeAt.get(`${id} ${day}`)
      if (endAt + 3 * HOUR > now) return []
      return at === undefined || (at < endAt + 7 * 24 * HOUR && at + 20 * HOUR <= now) ? [`${id} ${day}`] : []
    })
  })
}

const note = async (pressed = () => false, most?: number) => {
  const { seen, context } = watched()
  const made = await noteRunDays(context, app.now(), never, pressed, most)
  return { made, rows: seen.rows, statements: seen.statements }
}

describe('the job of the days that ran', () => {
  it('makes what is due at any hour, and reads nothing of a station of which nothing is', async () => {
    const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'Asia/Kathmandu']
    const sites = await Promise.all(zones.map((timeZone) => makeSite(db, LONG_AGO, { timeZone })))
    const idle: number[] = []
    for (let hour = 0; hour < 60; hour += 1) {
      // Somebody moves a station to another zone, and one more is built.
      if (hour === 20)
        await sql`UPDATE station SET time_zone = 'Pacific/Auckland' WHERE id = ${sites[0]?.stationId}`.execute(
          db,
        )
      if (hour === 31) await makeSite(db, LONG_AGO, { timeZone: 'Europe/Berlin' })
      const due = await dueNow()
      const { made, rows } = await note()
      expect(made).toBe(due.length)
      expect(await dueNow()).toEqual([])
      if (due.length === 0) idle.push(rows)
      app.advance(HOUR)
    }
    expect(new Set(idle)).toEqual(new Set([0]))
    expect(idle.length).toBeGreaterThan(20)
  })

  it('reads of the stations alone of which a day is due, and goes on with what had to wait', async () => {
    await note()
    const site = await makeSite(db, LONG_AGO, { timeZone: 'Europe/Berlin' })
    let asked = 0
    const first = await note(() => (asked += 1) > 10)
    expect(first.made).toBe(10)
    const left = (await dueNow()).length
    expect(left).toBeGreaterThan(15)
    // The station, its ten days, and of each of the others its one inverter.
    expect(await note()).toEqual({ made: left, rows: 1 + 10 + left, statements: expect.any(Number) })
    expect(await note()).toMatchObject({ made: 0, rows: 0 })
    expect(site.inverters).toHaveLength(1)
  })

  it('makes a day of many stations by no more statements than a day of a few', async () => {
    await note()
    const costOf = async (stations: number) => {
      const sites = await Promise.all(
        Array.from({ length: stations }, () => makeSite(db, LONG_AGO, { timeZone: 'Europe/Lisbon' })),
      )
      const { made, statements } = await note()
      expect([30, 31]).toContain(made / sites.length)
      return statements
    }
    expect(await costOf(20)).toBe(await costOf(2))
  })

  it('makes the newest of more than one run takes, and what ends meanwhile before what is older', async () => {
    await note()
    const madeOf = async (id: string): Promise<string[]> =>
      (
        await db
          .selectFrom('run_day')
          .select('day')
          .where('station_id', '=', id)
          .orderBy('day', 'desc')
          .execute()
      ).map(({ day }) => day)
    const first = await makeSite(db, LONG_AGO, { timeZone: 'Europe/Lisbon' })
    expect((await note(() => false, 3)).made).toBe(3)
    const [newest = ''] = await madeOf(first.stationId)
    expect(await madeOf(first.stationId)).toEqual([newest, addDays(newest, -1), addDays(newest, -2)])
    app.advance(24 * HOUR)
    while ((await madeOf(first.stationId))[0] === newest)
      expect((await note(() => false, 1)).made).toBeGreaterThan(0)
    expect(await madeOf(first.stationId)).toHaveLength(4)
    await note()
    expect(await dueNow()).toEqual([])
  })

  it('looks at once at what a clock that was a year ahead has put off', async () => {
    await note()
    await sql`UPDATE run_look SET next_at = next_at + interval '1 year'`.execute(db)
    app.advance(24 * HOUR)
    const due = await dueNow()
    expect(due.length).toBeGreaterThan(3)
    expect((await note()).made).toBe(due.length)
    expect((await note()).rows).toBe(0)
  })

  it('makes all days of a server that was away for a week', async () => {
    app.advance(7 * 24 * HOUR)
    const due = await dueNow()
    expect(due.length).toBeGreaterThan(20)
    expect((await note()).made).toBe(due.length)
    expect(await dueNow()).toEqual([])
  })
})

describe('the job of the months', () => {
  it('looks again at whoever has no figures when something of theirs has changed, or after an hour', async () => {
    app.advance(Date.parse('2026-11-02T02:00:00Z') - app.now())
    const caller = await app.newCaller('owner')
    const site = await makeSite(db, LONG_AGO, {})
    const other = await makeSite(db, LONG_AGO, {})
    await sql`UPDATE station SET owner_account_id = ${caller.accountId} WHERE id = ${site.stationId}`.execute(
      db,
    )
    const looks = createMonthLooks(app.context)
    const tell = async () => {
      const { seen, context } = watched()
      return { told: await tellMonths(context, app.now(), never, looks), statements: seen.statements }
    }
    const first = await tell()
    expect(first.told).toBe(0)
    expect(first.statements).toBeGreaterThan(5)
    app.advance(2 * 60_000)
    // Who is to be told, and nothing else.
    expect((await tell()).statements).toBe(1)
    const changed = (stationId: string) =>
      app.context.changeEvents.tell({ type: 'changed', stationId, what: 'energy' })
    changed(other.stationId)
    expect((await tell()).statements).toBe(1)
    app.advance(HOUR)
    expect((await tell()).statements).toBeGreaterThan(5)
    expect((await tell()).statements).toBe(1)
    changed(site.stationId)
    expect((await tell()).statements).toBeGreaterThan(5)
    await sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
              VALUES (${site.inverters[0]?.no}, '2026-10-05', 4000, '2026-10-05T02:00:00Z', '2026-10-05T08:00:00Z', 900)`.execute(
      db,
    )
    expect((await tell()).told).toBe(0)
    changed(site.stationId)
    expect((await tell()).told).toBe(1)
  })

  it('keeps nobody of whose stations something was told while they were looked at', () => {
    const looks = createMonthLooks(app.context)
    const look = (stationId: string): boolean => {
      looks.begin()
      app.context.changeEvents.tell({ type: 'changed', stationId, what: 'energy' })
      looks.note('somebody', { of: '2026-10', now: 0, wait: { from: null, stations: ['own', 'second'] } })
      return looks.waits('somebody', '2026-10', 1)
    }
    expect([look('second'), look('another')]).toEqual([false, true])
    looks.clear()
    expect(looks.waits('somebody', '2026-10', 1)).toBe(false)
  })

  it('looks at nobody before their morning, and at it at once', async () => {
    app.advance(Date.parse('2026-12-02T00:30:00Z') - app.now())
    const caller = await app.newCaller('owner')
    const site = await makeSite(db, LONG_AGO, {})
    await sql`UPDATE station SET owner_account_id = ${caller.accountId} WHERE id = ${site.stationId}`.execute(
      db,
    )
    await sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
              VALUES (${site.inverters[0]?.no}, '2026-11-05', 4000, '2026-11-05T02:00:00Z', '2026-11-05T08:00:00Z', 900)`.execute(
      db,
    )
    const looks = createMonthLooks(app.context)
    const tell = () => tellMonths(app.context, app.now(), never, looks)
    expect(await tell()).toBe(0)
    // Nine in the morning in Shanghai.
    app.advance(30 * 60_000 - 1)
    expect(await tell()).toBe(0)
    app.advance(1)
    expect(await tell()).toBe(1)
  })
})
