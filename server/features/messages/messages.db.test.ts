import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ATTEMPTS_MAX } from '#domain/messages/message-kinds.ts'
import { shownAt } from '#domain/messages/quiet-hours.ts'
import { countOccurrence, putItem } from '#server/features/alarms/alarm-store.ts'
import { type Caller, testApp } from '../../../tests/app.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import { act, makeOrder, orderOf, stationFor } from '../../../tests/factories/work-orders.ts'
import { makeShare } from '../../../tests/factories/shares.ts'
import { deliverDue } from './deliver.ts'
import { mayCall } from './post-once.ts'
import { isPublicAddress } from './public-address.ts'
import { tellWhatHappened } from './tell.ts'
import { webhooksOf } from './webhook-store.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const stranger = await app.asRole('installer', 'b')
const administrator = await app.asRole('administrator')
const stationId = await stationFor(app, chief)
const SECRET = 'a-secret-of-sixteen-or-more'

type Listed = { messages: { id: string; kind: string; text: string }[]; unread: number }
const messagesOf = async (caller: Caller, query = ''): Promise<Listed> =>
  (await caller.request(`GET /api/messages${query}`)).body as Listed
const kindsOf = async (caller: Caller): Promise<string[]> =>
  (await messagesOf(caller, '?unread=true')).messages.map(({ kind }) => kind)
const tell = (): Promise<number> => tellWhatHappened(app.context, app.now())
const readAll = async (): Promise<void> => {
  await tell()
  for (const caller of [chief, worker, stranger]) await caller.request('PUT /api/messages/read', { body: {} })
}

describe('what somebody has chosen', () => {
  it('can be saved again as it is read, also when a chosen station is theirs to see no longer', async () => {
    const person = await app.newCaller('owner', 'b')
    const shared = await stationFor(app, chief)
    const own = await stationFor(app, chief)
    for (const stationId of [shared, own])
      await makeShare(app.db, app.now(), { stationId, accountId: person.accountId })
    const body = { levels: ['very_urgent'], stations: [shared, own], orders: true, quiet: null, zone: 'UTC' }
    expect((await person.request('PUT /api/notifications', { body })).status).toBe(200)
    await app.db.deleteFrom('station_share').where('station_id', '=', shared).execute()
    const read = (await person.request('GET /api/notifications')).body as { choice: Record<string, unknown> }
    expect(read.choice['stations']).toEqual([own])
    const { version: _, ...choice } = read.choice
    const saved = await person.request('PUT /api/notifications', { body: { ...choice, orders: false } })
    expect([saved.status, saved.body]).toMatchObject([200, { choice: { orders: false, stations: [own] } }])
    // Whoever sees none of those any more is told of none, not of all.
    await app.db.deleteFrom('station_share').where('station_id', '=', own).execute()
    expect((await person.request('GET /api/notifications')).body).toMatchObject({ choice: { stations: [] } })
  })
})

describe('messages', () => {
  it('tell of a fault once, however often it repeats, to those who see the station', async () => {
    const { id } = await makeAlarm(app.db, app.now(), stationId, { level: 2 })
    await tell()
    const again = { at: app.now(), level: 2, readings: null }
    for (let no = 0; no < 20; no += 1) {
      await countOccurrence(app.db, id, again)
      await putItem(app.db, id, String(no), again)
      await tell()
    }
    expect(await kindsOf(chief)).toEqual(['alarm_raised'])
    expect(await kindsOf(worker)).toEqual(['alarm_raised'])
    expect(await kindsOf(stranger)).toEqual([])
    const { unread } = (await chief.request('GET /api/messages/unread')).body as { unread: number }
    expect(unread).toBe(1)
    const [one] = (await messagesOf(chief)).messages
    const read = await chief.request('PUT /api/messages/read', { body: { ids: [one?.id] } })
    expect(read.body).toEqual({ unread: 0 })
    expect((await messagesOf(chief)).messages).toHaveLength(1)
  })

  it('two servers that tell at the same time tell once', async () => {
    await readAll()
    await makeAlarm(app.db, app.now(), stationId, { level: 1 })
    await Promise.all(Array.from({ length: 8 }, tell))
    expect(await kindsOf(chief)).toEqual(['alarm_raised'])
  })

  it('go by what was chosen: levels, stations, and quiet hours in the own zone', async () => {
    await readAll()
    const other = await stationFor(app, chief)
    // 04:00 UTC is noon in Shanghai: quiet until 13:00.
    const choice = {
      levels: ['very_urgent', 'important'],
      stations: [stationId],
      orders: false,
      quiet: { from: 11 * 60, to: 13 * 60 },
      zone: 'Asia/Shanghai',
    }
    expect((await worker.request('PUT /api/notifications', { body: choice })).status).toBe(200)
    expect((await worker.request('GET /api/notifications')).body).toMatchObject({ choice })
    await makeAlarm(app.db, app.now(), other, { level: 1 })
    await makeAlarm(app.db, app.now(), stationId, { level: 2, code: '2034' })
    await makeAlarm(app.db, app.now(), stationId, { level: 3, code: '2110' })
    await tell()
    expect(await kindsOf(worker)).toEqual([])
    await makeAlarm(app.db, app.now(), stationId, { level: 1, code: '2001' })
    await tell()
    // A very urgent one does not wait.
    expect(await kindsOf(worker)).toEqual(['alarm_raised'])
    app.advance(3_600_000)
    expect(await kindsOf(worker)).toEqual(['alarm_raised', 'alarm_raised'])
    const reset = { ...choice, stations: null, orders: true, quiet: null }
    await worker.request('PUT /api/notifications', { body: reset })
  })

  it('tell each of an order what waits for them, and nobody what they did themselves', async () => {
    await readAll()
    const made = await makeOrder(chief, stationId)
    const given = orderOf(await act(chief, made, { no: 1, handlerId: worker.accountId }))
    await tell()
    expect(await kindsOf(worker)).toEqual(['order_given'])
    expect(await kindsOf(chief)).toEqual([])
    await act(worker, given, { no: 3, reason: 'No ladder' })
    await tell()
    const [message] = (await messagesOf(chief, '?unread=true')).messages
    expect(message).toMatchObject({ kind: 'order_unassigned', text: 'No ladder' })
  })
})

const at = (text: string): number => Date.parse(text)

describe('quiet hours', () => {
  it('end where they say, over midnight and over a change of clocks', () => {
    const night = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' }
    expect(shownAt(at('2026-06-01T21:00:00Z'), night)).toBe(at('2026-06-02T05:00:00Z'))
    expect(shownAt(at('2026-06-01T03:00:00Z'), night)).toBe(at('2026-06-01T05:00:00Z'))
    expect(shownAt(at('2026-06-01T12:00:00Z'), night)).toBe(at('2026-06-01T12:00:00Z'))
    // Clocks go forward in the night to 29 March 2026.
    expect(shownAt(at('2026-03-28T22:00:00Z'), night)).toBe(at('2026-03-29T05:00:00Z'))
    expect(shownAt(5, null)).toBe(5)
    expect(shownAt(at('2026-06-01T12:00:00Z'), { from: 60, to: 60, zone: 'UTC' })).toBe(
      at('2026-06-01T12:00:00Z'),
    )
  })
})

type Call = { headers: IncomingMessage['headers']; body: string }

describe('webhooks', () => {
  it('are signed, tried again later and later, and given up', async () => {
    const calls: Call[] = []
    let status = 500
    const target = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    app.onStop(() => target.close())
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`
    const body = { url, secret: SECRET, events: ['alarm.raised'] }
    const refused = await administrator.request('POST /api/webhooks', { body })
    expect((refused.body as { error: { code: string } }).error.code).toBe('webhook_private')
    expect((await chief.request('POST /api/webhooks', { body })).status).toBe(403)

    const open = { ...app.context, webhooks: { privateAllowed: true } }
    const given = { ...body, url: 'https://hooks.example.com/x' }
    const made = await administrator.request('POST /api/webhooks', { body: given })
    const { id } = (made.body as { webhook: { id: string } }).webhook
    expect(made.text).not.toContain(SECRET)
    await app.db.updateTable('webhook').set({ url }).where('id', '=', id).execute()

    await readAll()
    await makeAlarm(app.db, app.now(), stationId, { level: 1, code: '2002' })
    await tell()
    expect(await deliverDue(open, app.now())).toBe(1)
    expect(await deliverDue(open, app.now())).toBe(0)
    const seen = async () => (await webhooksOf(app.db, { role: 'administrator', companyId: null }))[0]
    expect(await seen()).toMatchObject({ failure: 'answered 500', waiting: 1 })
    const waits: number[] = []
    for (let no = 1; no < ATTEMPTS_MAX - 1; no += 1) {
      const next = await app.db.selectFrom('webhook_delivery').select('next_at').executeTakeFirstOrThrow()
      waits.push((next.next_at ?? 0) - app.now())
      app.advance((next.next_at ?? 0) - app.now())
      expect(await deliverDue(open, app.now())).toBe(1)
    }
    expect(waits).toEqual(waits.map((_, no) => 30_000 * 2 ** no))
    status = 204
    app.advance(30 * 24 * 3_600_000)
    await deliverDue(open, app.now())
    expect(await seen()).toMatchObject({ failure: null, waiting: 0 })
    expect(calls).toHaveLength(ATTEMPTS_MAX)
    const last = calls.at(-1)
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(last?.headers['sunkeeper-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${last?.body}`).digest('hex'))
    expect(new Set(calls.map((call) => call.headers['sunkeeper-delivery'])).size).toBe(1)
    expect(JSON.parse(last?.body ?? '{}')).toMatchObject({
      event: 'alarm.raised',
      stationId,
      level: 'very_urgent',
    })
  })

  it('go to the public internet alone, unless allowed', () => {
    const closed = [
      '10.1.2.3',
      '127.0.0.1',
      '169.254.169.254',
      '192.168.0.1',
      '172.20.0.1',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '2002:a00:1::',
      '64:ff9b::a00:1',
    ]
    expect(closed.filter(isPublicAddress)).toEqual([])
    expect(['8.8.8.8', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(2)
    const names = [
      'http://localhost/',
      'http://db/',
      'http://printer.local/',
      'http://[::1]/',
      'http://2130706433/',
      'http://0x7f.1/',
    ]
    expect(names.filter((url) => mayCall(url, false))).toEqual([])
    expect(names.filter((url) => mayCall(url, true))).toEqual(names)
    expect(mayCall('https://hooks.example.com/x', false)).toBe(true)
  })
})
