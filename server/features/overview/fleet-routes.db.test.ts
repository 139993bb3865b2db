import { describe, expect, it } from 'vitest'
import type { fleetRoutes } from '#contract/http/fleet.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { newOrder, orderOf } from '#tests/factories/work-orders.ts'

type Key = keyof typeof fleetRoutes
const MINUTE = 60_000
const app = await testApp({ now: Date.UTC(2026, 5, 21, 4) })
const { db } = app
const NOW = app.now()
const chief = await app.newCaller('installer', 'a')
const stranger = await app.newCaller('installer', 'b')
const stations = [
  await makeStation(db, NOW, app.companies.a),
  await makeStation(db, NOW, app.companies.a),
  await makeStation(db, NOW, app.companies.b),
] as const

const ask = async <K extends Key>(
  caller: Caller,
  key: K,
  query = '',
): Promise<AnswerOf<(typeof fleetRoutes)[K]>> => {
  const reply = await caller.request(`${key}${query}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as AnswerOf<(typeof fleetRoutes)[K]>
}

const checkIn = (caller: Caller, station: string) =>
  caller.request(`POST /api/stations/${station}/check-in`, { body: { phone: '13800138000' } })

describe('what a screen for a fleet shows', () => {
  it('has whoever is on site, with what they work at, and of other companies nothing', async () => {
    const handler = await app.newCaller('maintainer', 'a')
    const foreign = await app.newCaller('maintainer', 'b')
    await checkIn(handler, stations[0])
    await checkIn(foreign, stations[2])
    const order = orderOf(
      await chief.request('POST /api/orders', {
        body: newOrder(stations[0], { handlerId: handler.accountId }),
      }),
    )
    for (const no of [2, 4]) {
      const { version } = orderOf(await handler.request(`GET /api/orders/${order.id}`))
      const done = await handler.request(`POST /api/orders/${order.id}/actions`, {
        body: { no },
        headers: { 'if-match': `"${version}"` },
      })
      expect([no, done.status, done.status === 200 ? '' : done.text]).toEqual([no, 200, ''])
    }
    const here = await ask(chief, 'GET /api/check-ins')
    expect(here).toMatchObject({
      total: 1,
      checkIns: [
        {
          person: { id: handler.accountId },
          phone: '13800138000',
          station: { id: stations[0] },
          order: { id: order.id, no: order.no },
        },
      ],
    })
    // By itself it ends after twelve hours.
    app.advance(12 * 60 * MINUTE)
    expect(await ask(chief, 'GET /api/check-ins')).toEqual({ checkIns: [], total: 0 })
    app.advance(-12 * 60 * MINUTE)
  })

  it('has orders by the clock: overdue the longest first, then the next, however many there are', async () => {
    const due = async (inMinutes: number, station: string = stations[1]) =>
      orderOf(
        await (station === stations[2] ? stranger : chief).request('POST /api/orders', {
          body: newOrder(station, {
            plannedStartAt: NOW + (inMinutes - 60) * MINUTE,
            plannedEndAt: NOW + inMinutes * MINUTE,
          }),
        }),
      ).id
    const [soon, later, tomorrow, first, second] = [
      await due(90),
      await due(600),
      await due(3000),
      await due(5),
      await due(30),
    ]
    await due(20, stations[2])
    app.advance(40 * MINUTE)
    const answer = await ask(chief, 'GET /api/orders/due', '?limit=2')
    expect(answer.overdue.map(({ id }) => id)).toEqual([first, second])
    expect(answer.next.map(({ id }) => id)).toEqual([soon, expect.any(String)])
    expect(answer.counts.overdue).toBe(2)
    const all = await ask(chief, 'GET /api/orders/due')
    const next = all.next.map(({ id }) => id)
    expect(next.indexOf(soon)).toBeLessThan(next.indexOf(later))
    expect(next.indexOf(later)).toBeLessThan(next.indexOf(tomorrow))
    expect(all.counts.dueSoon).toBeGreaterThanOrEqual(2)
    expect(all.counts.open).toBeGreaterThanOrEqual(5)
    expect([...all.overdue, ...all.next].every(({ station }) => station.id !== stations[2])).toBe(true)
    // Who sees all is told the sum of what each company is told, without what stands at a deleted station.
    const admin = await app.newCaller('administrator')
    const countsOf = async (caller: Caller) => (await ask(caller, 'GET /api/orders/due')).counts
    const together = async () => {
      const [one, other] = [await countsOf(chief), await countsOf(stranger)]
      return {
        overdue: one.overdue + other.overdue,
        dueSoon: one.dueSoon + other.dueSoon,
        open: one.open + other.open,
      }
    }
    expect(await countsOf(admin)).toEqual(await together())
    expect((await countsOf(admin)).overdue).toBe(3)
    const setDeleted = (at: Date | null) =>
      db.updateTable('station').set({ deleted_at: at }).where('id', '=', stations[1]).execute()
    await setDeleted(new Date(NOW))
    expect(await countsOf(admin)).toEqual(await together())
    expect((await countsOf(admin)).overdue).toBe(1)
    await setDeleted(null)
    app.advance(-40 * MINUTE)
  })

  it('has open alarms by when they last occurred, across levels, and for an administrator of all', async () => {
    const made = []
    for (const [no, level] of [4, 1, 3, 2].entries())
      made.push(await makeAlarm(db, NOW, stations[0], { level, at: NOW + no * MINUTE, code: `A${no}` }))
    const foreign = await makeAlarm(db, NOW, stations[2], { level: 1, at: NOW + 9 * MINUTE })
    const mine = await ask(chief, 'GET /api/alarms/newest', '?limit=3')
    expect(mine.alarms.map(({ id }) => id)).toEqual([made[3]?.id, made[2]?.id, made[1]?.id])
    expect(mine.total).toBe(4)
    const admin = await app.newCaller('administrator')
    expect((await ask(admin, 'GET /api/alarms/newest', '?limit=1')).alarms[0]?.id).toBe(foreign.id)
  })
})
