import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PUSH_ATTEMPTS } from '#domain/messages/push-text.ts'
import { endSessions } from '#server/features/accounts/session-store.ts'
import { type Caller, testApp } from '../../../tests/app.ts'
import { testPassword } from '../../../tests/factories/accounts.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import { act, makeOrder, stationFor } from '../../../tests/factories/work-orders.ts'
import { openPushService, pushBrowser, vapidClaims } from '../../../tests/push-service.ts'
import { pushDue } from './send-push.ts'
import { tellWhatHappened } from './tell.ts'

const app = await testApp({ context: { webhooks: { privateAllowed: true } } })
const chief = await app.asRole('installer')
const administrator = await app.asRole('administrator')
const stationId = await stationFor(app, chief)
const browser = pushBrowser()
const service = await openPushService(browser)
app.onStop(service.close)

type Listed = {
  key: string
  subscriptions: { id: string; here: boolean; toldAt: number | null; failure: string | null }[]
}
const listed = async (caller: Caller): Promise<Listed> =>
  (await caller.request('GET /api/push')).body as Listed
const subscribe = async (caller: Caller, path: string = randomUUID()): Promise<string> => {
  const body = { endpoint: `${service.origin}/${path}`, keys: browser.keys }
  const reply = await caller.request('POST /api/push/subscriptions', { body })
  expect(reply.status).toBe(201)
  return (reply.body as { subscription: { id: string } }).subscription.id
}
/** Somebody of the company, told here and, but for what is said otherwise, of everything. */
const listener = async (language: 'en' | 'zh_CN' = 'zh_CN') => {
  const caller = await app.newCaller('maintainer')
  await caller.request('PUT /api/me', { body: { language } })
  return { caller, id: await subscribe(caller, caller.accountId) }
}
/** Says what has happened, and gives what came to this person's browser. */
const push = async (caller: Caller) => {
  await tellWhatHappened(app.context, app.now())
  await pushDue(app.context, app.now())
  return service.take().filter(({ path }) => path === `/${caller.accountId}`)
}
let no = 2_000
const alarm = (level: number) => makeAlarm(app.db, app.now(), stationId, { level, code: String((no += 1)) })

describe('push', () => {
  it('reaches a browser so that it alone can read it: a fault once, in the language of the person', async () => {
    const { caller, id } = await listener('en')
    const { id: alarmId } = await makeAlarm(app.db, app.now(), stationId, { level: 2, code: '2034' })
    const [one, ...more] = await push(caller)
    expect(more).toEqual([])
    expect(one?.told).toMatchObject({ lang: 'en', path: `alarm-detail?alarmId=${alarmId}` })
    expect(one?.told.title).toMatch(/^New alarm: \w/)
    expect(one?.told.body).toMatch(/ · Emergent$/)
    expect(one?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(one?.bytes).toBeLessThan(1_000)
    const { key, subscriptions } = await listed(caller)
    const claims = vapidClaims(one?.headers.authorization ?? '', key)
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:push@sunkeeper.example' })
    expect(subscriptions).toMatchObject([{ id, here: true, toldAt: app.now(), failure: null }])
    expect(() => vapidClaims(one?.headers.authorization ?? '', `${key.slice(0, -1)}x`)).toThrow('signed')
    expect(await push(caller)).toEqual([])
  })

  it('leads to the order that waits for the person, and gives away no reason', async () => {
    const { caller } = await listener()
    const made = await makeOrder(chief, stationId)
    await act(chief, made, { no: 1, handlerId: caller.accountId })
    const [{ told } = { told: null }] = await push(caller)
    expect(told).toMatchObject({ lang: 'zh-CN', path: `work-order-detail?orderId=${made.id}` })
    expect(told?.title).toBe('工单待您接单')
    expect(told?.body).toMatch(/ · WO\d+$/)
  })

  it('goes by levels, orders, stations and quiet hours; what was read or has ended meanwhile is no news', async () => {
    const { caller } = await listener()
    // 04:00 UTC is noon in Shanghai.
    const choice = {
      levels: ['very_urgent', 'emergent'],
      stations: [stationId],
      orders: false,
      quiet: { from: 11 * 60, to: 15 * 60 },
      zone: 'Asia/Shanghai',
    }
    await caller.request('PUT /api/notifications', { body: choice })
    await alarm(3)
    const waits = await alarm(2)
    const ended = await alarm(2)
    const read = await alarm(2)
    const urgent = await alarm(1)
    const at = (await push(caller)).map(({ told }) => told.path)
    expect(at).toEqual([`alarm-detail?alarmId=${urgent.id}`])
    const closed = {
      status: 'closed',
      close_type: 'automatic_cleaning',
      closed_at: new Date(app.now()),
    } as const
    await app.db.updateTable('alarm').set(closed).where('id', '=', ended.id).execute()
    await app.db
      .updateTable('message')
      .set({ read_at: new Date(app.now()) })
      .where('alarm_id', '=', read.id)
      .execute()
    app.advance(3 * 3_600_000)
    const later = (await push(caller)).map(({ told }) => told.path)
    expect(later).toEqual([`alarm-detail?alarmId=${waits.id}`])
  })

  it('says how many there are where there are many at once', async () => {
    const { caller } = await listener()
    for (let count = 0; count < 5; count += 1) await alarm(2)
    const came = await push(caller)
    expect(came.map(({ told }) => told.title)).toEqual(['5 条新消息'])
  })

  it('is tried again later and later, no sooner than asked, and given up', async () => {
    const { caller } = await listener()
    await alarm(2)
    let asked: string | null = '600'
    service.service.answer = (response) => {
      if (asked !== null) response.setHeader('retry-after', asked)
      response.writeHead(asked === null ? 500 : 429).end()
    }
    expect(await push(caller)).toHaveLength(1)
    expect((await listed(caller)).subscriptions).toMatchObject([{ failure: 'answered 429' }])
    asked = null
    const waits: number[] = []
    for (let count = 1; count < PUSH_ATTEMPTS; count += 1) {
      const { next_at } = await app.db
        .selectFrom('push_delivery')
        .innerJoin('push_subscription as s', 's.id', 'push_delivery.subscription_id')
        .where('s.account_id', '=', caller.accountId)
        .select('next_at')
        .executeTakeFirstOrThrow()
      waits.push((next_at ?? 0) - app.now())
      app.advance((next_at ?? 0) - app.now() - 1)
      expect(await push(caller)).toEqual([])
      app.advance(1)
      expect(await push(caller)).toHaveLength(1)
    }
    expect(waits).toEqual([600_000, ...[1, 2, 3, 4, 5, 6].map((step) => 30_000 * 2 ** step)])
    service.service.answer = (response) => response.writeHead(201).end()
    app.advance(20 * 3_600_000)
    expect(await push(caller)).toEqual([])
  })

  it('ends with the subscription: gone at the push service, taken back, or taken over on a shared phone', async () => {
    for (const status of [404, 410]) {
      const { caller } = await listener()
      await alarm(2)
      service.service.answer = (response) => response.writeHead(status).end()
      expect(await push(caller)).toHaveLength(1)
      expect((await listed(caller)).subscriptions).toEqual([])
    }
    service.service.answer = (response) => response.writeHead(201).end()
    const { caller, id } = await listener()
    const other = await app.newCaller('maintainer')
    expect((await other.request(`DELETE /api/push/subscriptions/${id}`)).status).toBe(404)
    await subscribe(other, caller.accountId)
    expect((await listed(caller)).subscriptions).toEqual([])
    await alarm(1)
    expect(await push(caller)).toHaveLength(1)
    const { subscriptions } = await listed(other)
    await other.request(`DELETE /api/push/subscriptions/${subscriptions[0]?.id}`)
    await alarm(1)
    expect(await push(caller)).toEqual([])
  })

  it('never comes to a session that has ended, a person who was disabled, or of a station no longer theirs', async () => {
    const [left, disabled, moved, idle] = [
      await listener(),
      await listener(),
      await listener(),
      await listener(),
    ]
    await endSessions(app.db, left.caller.accountId)
    await administrator.request('POST /api/session/confirm', { body: { password: testPassword } })
    const all = await administrator.request(`PUT /api/accounts/${disabled.caller.accountId}`, {
      body: { disabled: true },
      headers: { 'if-match': '"2"' },
    })
    expect(all.status).toBe(200)
    await alarm(1)
    await tellWhatHappened(app.context, app.now())
    // Between the message and its way out somebody changes company.
    await app.db
      .updateTable('account')
      .set({ company_id: app.companies.b })
      .where('id', '=', moved.caller.accountId)
      .execute()
    await app.db
      .updateTable('session')
      .set({ last_seen_at: new Date(app.now() - 15 * 24 * 3_600_000) })
      .where('account_id', '=', idle.caller.accountId)
      .execute()
    await pushDue(app.context, app.now())
    const ids = [left, disabled, moved, idle].map(({ caller }) => `/${caller.accountId}`)
    expect(service.take().filter(({ path }) => ids.includes(path))).toEqual([])
    const rows = await app.db.selectFrom('push_subscription').select('account_id').execute()
    const kept = rows.map(({ account_id }) => `/${account_id}`).filter((one) => ids.includes(one))
    expect(kept).toEqual([`/${moved.caller.accountId}`])
  })

  it('can be tried, by whom it belongs to', async () => {
    const { caller, id } = await listener()
    expect((await chief.request(`POST /api/push/subscriptions/${id}/trial`)).status).toBe(404)
    for (let count = 0; count < 3; count += 1)
      await caller.request(`POST /api/push/subscriptions/${id}/trial`)
    expect((await push(caller)).map(({ told }) => told.tag)).toEqual(['trial'])
  })

  it('two servers send each push once', async () => {
    const { caller } = await listener()
    await alarm(1)
    await tellWhatHappened(app.context, app.now())
    await Promise.all(Array.from({ length: 6 }, () => pushDue(app.context, app.now())))
    expect(service.take().filter(({ path }) => path === `/${caller.accountId}`)).toHaveLength(1)
  })
})

describe('an address to push to', () => {
  it('is a public one and encrypted, unless allowed, and its key is one', async () => {
    const closed = await testApp()
    const caller = await closed.asRole('owner')
    const refused = async (endpoint: string, p256dh = browser.keys.p256dh): Promise<string> => {
      const body = { endpoint, keys: { ...browser.keys, p256dh } }
      const reply = await caller.request('POST /api/push/subscriptions', { body })
      return reply.status === 201 ? '' : (reply.body as { error: { code: string } }).error.code
    }
    const private_ = ['https://127.0.0.1/x', 'https://[::1]/x', 'https://db/x', 'http://push.example.com/x']
    expect(await Promise.all(private_.map((endpoint) => refused(endpoint)))).toEqual(
      private_.map(() => 'webhook_private'),
    )
    expect(await refused('https://push.example.com/x', `B${'A'.repeat(86)}`)).toBe('invalid_input')
    expect(await refused('https://push.example.com/x')).toBe('')
  })
})
