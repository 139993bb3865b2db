import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { troubleSorts } from '#domain/alarms/impact.ts'
import type { troubleRoutes } from '#contract/http/troubles.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { newOrder } from '#tests/factories/work-orders.ts'

type Answer = AnswerOf<(typeof troubleRoutes)['GET /api/troubles']>
// Noon in Shanghai.
const app = await testApp({ now: Date.UTC(2026, 5, 21, 4) })
const { db, context } = app
const NOW = app.now()
const chief = await app.newCaller('installer', 'a')
const stranger = await app.newCaller('installer', 'b')

let seq = 0
const say = async (site: Site, powers: (number | 'shutdown')[]) => {
  const d = site.inverters.flatMap(({ sn }, no) => {
    const said = powers[no]
    if (said === undefined) return []
    return [
      {
        ...item(sn, NOW, { p: said === 'shutdown' ? 0 : said }),
        st: said === 'shutdown' ? ('shutdown' as const) : ('grid' as const),
      },
    ]
  })
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), NOW, d) }], NOW)
}
const siteOf = async (inverters: number, perKwh: number | null = 0.5) => {
  const site = await makeSite(db, NOW, { companyId: app.companies.a, inverters, ratedW: 10_000 })
  if (perKwh !== null)
    await db
      .updateTable('station')
      .set({ tariff: JSON.stringify({ perKwh, currency: 'CNY', source: 'test' }) })
      .where('id', '=', site.stationId)
      .execute()
  return site
}
const troubles = async (caller: Caller, query = ''): Promise<Answer> => {
  const reply = await caller.request(`GET /api/troubles${query}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as Answer
}
const of = (answer: Answer, deviceId: string | undefined) =>
  answer.troubles.find(({ device }) => device.id === deviceId)

describe('one list of trouble', () => {
  it('has a device once, with what it costs against those beside it', async () => {
    const site = await siteOf(3)
    await say(site, ['shutdown', 6000, 6000])
    const dead = site.inverters[0]
    await makeAlarm(db, NOW, site.stationId, { deviceId: dead?.id ?? '', level: 2, code: '2032' })
    const answer = await troubles(chief, `?stationId=${site.stationId}`)
    expect(answer).toMatchObject({ total: 1, stations: 1, next: null })
    expect(of(answer, dead?.id)).toMatchObject({
      reason: 'shutdown',
      alarmCount: 1,
      level: 'emergent',
      impact: { of: 'lost', powerW: 6000, against: 'peers', perHour: { amount: 3, currency: 'CNY' } },
      order: null,
    })
    expect(answer.lost).toEqual({
      powerW: 6000,
      unseenW: 0,
      darkW: 0,
      perHour: [{ currency: 'CNY', amount: 3 }],
    })
  })

  it('does not call lost what is only not heard, nor unknown what makes nothing less', async () => {
    const site = await siteOf(2)
    await say(site, [6000, 6000])
    app.advance(20 * 60_000)
    try {
      const silent = await troubles(chief, `?stationId=${site.stationId}`)
      expect(of(silent, site.gateway.id)).toMatchObject({
        reason: 'gateway_silent',
        impact: { of: 'unseen', powerW: 20_000, perHour: null },
      })
      expect(silent.lost).toEqual({ powerW: 0, unseenW: 20_000, darkW: 0, perHour: [] })
    } finally {
      app.advance(-20 * 60_000)
    }
    const running = await makeAlarm(db, NOW, site.stationId, {
      deviceId: site.inverters[0]?.id ?? '',
      level: 3,
    })
    expect(of(await troubles(chief, `?stationId=${site.stationId}`), running.deviceId)).toMatchObject({
      reason: null,
      impact: { of: 'none', powerW: null },
    })
  })

  it('stands by danger, then by what is at stake, page by page, and is the same list in pages', async () => {
    const site = await siteOf(6, null)
    await say(site, ['shutdown', 3000, 6000, 6000, 6000, 6000])
    const [dead, weak, urgent] = site.inverters
    await makeAlarm(db, NOW, site.stationId, { deviceId: weak?.id ?? '', level: 3 })
    await makeAlarm(db, NOW, site.stationId, { deviceId: urgent?.id ?? '', level: 1 })
    const path = `?stationId=${site.stationId}`
    const all = (await troubles(chief, path)).troubles.map(({ device }) => device.id)
    expect(all).toEqual([urgent?.id, dead?.id, weak?.id])
    const seen: string[] = []
    let next: string | null = null
    do {
      const page: Answer = await troubles(chief, `${path}&limit=1${next === null ? '' : `&cursor=${next}`}`)
      seen.push(...page.troubles.map(({ device }) => device.id))
      next = page.next
    } while (next !== null)
    expect(seen).toEqual(all)
    for (const by of troubleSorts.flatMap((sort) => [`&sort=${sort}`, `&sort=${sort}&order=rising`])) {
      const whole = (await troubles(chief, path + by)).troubles.map(({ id }) => id)
      expect(whole.toSorted()).toEqual(all.toSorted())
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Answer = await troubles(chief, `${path}${by}&limit=1${cursor && `&cursor=${cursor}`}`)
        paged.push(...page.troubles.map(({ id }) => id))
        cursor = page.next
      }
      expect(paged).toEqual(whole)
    }
    const byLevel = async (query: string) =>
      (await troubles(chief, `${path}&sort=level${query}`)).troubles.map(({ level }) => level)
    expect(await byLevel('')).toEqual(['very_urgent', 'important', null])
    expect(await byLevel('&order=rising')).toEqual(['important', 'very_urgent', null])
    const counts = (await troubles(chief, `${path}&level=important`)).counts
    expect(counts).toMatchObject({ very_urgent: 1, important: 1, no_alarm: 1 })
    // Without a tariff the money of it is not known.
    expect(of(await troubles(chief, path), dead?.id)?.impact).toMatchObject({ of: 'lost', perHour: null })
  })

  it('says which order has it and who', async () => {
    const site = await siteOf(1)
    await say(site, ['shutdown'])
    const alarm = await makeAlarm(db, NOW, site.stationId, { deviceId: site.inverters[0]?.id ?? '' })
    const made = await chief.request('POST /api/orders', {
      body: newOrder(site.stationId, { aboutAlarmId: alarm.id, handlerId: chief.accountId }),
    })
    expect(made.status).toBe(201)
    expect(of(await troubles(chief, `?stationId=${site.stationId}`), alarm.deviceId)?.order).toMatchObject({
      status: 'receiving',
      handler: { id: chief.accountId },
    })
  })

  it('is searched, and narrowed to a group of one’s own', async () => {
    const [site, other] = [await siteOf(1), await siteOf(1)]
    for (const one of [site, other]) await say(one, ['shutdown'])
    const sn = site.inverters[0]?.sn ?? ''
    expect((await troubles(chief, `?search=${sn}`)).troubles.map(({ device }) => device.sn)).toEqual([sn])
    const id = randomUUID()
    const made = await chief.request('POST /api/station-groups', {
      body: { id, name: 'Roofs', stationIds: [other.stationId] },
    })
    expect(made.status).toBe(201)
    const inGroup = await troubles(chief, `?groupId=${id}&limit=100`)
    expect(new Set(inGroup.troubles.map(({ station }) => station.id))).toEqual(new Set([other.stationId]))
    const { body } = await chief.request(`GET /api/stations?groupId=${id}`)
    expect((body as { stations: { id: string }[] }).stations.map((one) => one.id)).toEqual([other.stationId])
    expect((await stranger.request(`GET /api/troubles?groupId=${id}`)).status).toBe(404)
    expect((await stranger.request(`DELETE /api/station-groups/${id}`)).status).toBe(404)
    expect((await chief.request(`DELETE /api/station-groups/${id}`)).status).toBe(200)
    expect((await chief.request(`GET /api/stations?groupId=${id}`)).status).toBe(404)
  })

  it('shows nobody what is not theirs', async () => {
    const site = await siteOf(1)
    await say(site, ['shutdown'])
    await makeAlarm(db, NOW, site.stationId, { deviceId: site.inverters[0]?.id ?? '' })
    expect((await stranger.request(`GET /api/troubles?stationId=${site.stationId}`)).status).toBe(404)
    expect((await troubles(stranger, '?limit=100')).troubles).toEqual([])
  })
})
