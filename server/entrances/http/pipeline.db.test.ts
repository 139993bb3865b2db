import { sentence } from '#domain/errors.ts'
import { lines, type Said, say } from '#tests/trust/raw.ts'
import { createHash, randomUUID } from 'node:crypto'
import { type IncomingMessage, request as rawRequest } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#contract/http/route.ts'
import { testApp } from '#tests/app.ts'
import { thingHandlers, thingRoutes, thingState } from './pipeline.fixture.ts'
import { createHttp } from './serve.ts'
import type { Tables } from '../../platform/db/tables.ts'

const app = await testApp({ routes: thingRoutes, handlers: thingHandlers })
const installer = await app.asRole('installer')
const id = randomUUID()
const errorOf = (reply: { body: unknown }): ErrorBody['error'] => (reply.body as ErrorBody).error
const codeOf = (reply: { body: unknown }): string => errorOf(reply).code
const key = (): string => randomUUID()

beforeEach(() => {
  thingState.created = 0
})

describe('the order of the checks', () => {
  it('says 403 before anything about an object, a body or a header', async () => {
    const nobody = await app.asRole('nobody')
    const calls = [
      nobody.request(`PUT /api/things/${id}`, { body: { nonsense: 1 }, headers: { 'if-match': '' } }),
      nobody.request('PUT /api/things/no-uuid', { raw: '{broken' }),
      nobody.request('POST /api/things', { body: {}, headers: { 'idempotency-key': '' } }),
    ]
    for (const reply of await Promise.all(calls)) {
      expect([reply.status, codeOf(reply)]).toEqual([403, 'forbidden'])
    }
  })

  it('says 401 without a session, with a forged one and with one of another shape', async () => {
    const cookies = [
      '',
      `sunkeeper=${'A'.repeat(43)}`,
      'sunkeeper=x',
      `sunkeeper=${encodeURIComponent("' OR 1=1 --")}`,
    ]
    for (const cookie of cookies) {
      const reply = await app.request('GET /api/things', { headers: { cookie } })
      expect([reply.status, codeOf(reply)]).toEqual([401, 'signed_out'])
    }
  })

  it('O5: takes nothing for one person from the session of another, nor reads it', async () => {
    const other = await app.newCaller('installer')
    const headers = { 'sunkeeper-person': other.accountId }
    for (const reply of await Promise.all([
      installer.request('GET /api/things', { headers }),
      installer.request('POST /api/things', {
        body: { name: 'x' },
        headers: { ...headers, 'idempotency-key': key() },
      }),
    ]))
      expect([reply.status, codeOf(reply)]).toEqual([401, 'signed_out'])
    expect(thingState.created).toBe(0)
    expect((await other.request('GET /api/things', { headers })).status).toBe(200)
  })

  it('answers 404 for an unknown address or an id that is no uuid, 405 with Allow for a wrong method', async () => {
    for (const call of [
      'GET /api/nothing',
      'GET /api/things/7',
      `GET /api/things/${id.toUpperCase()}x`,
      'GET /api/things/%00',
    ]) {
      expect((await installer.request(call)).status).toBe(404)
    }
    const reply = await installer.request('PATCH /api/things')
    expect([reply.status, codeOf(reply), reply.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, POST',
    ])
    expect((await installer.request('GET /api/%E0%A4%A')).status).toBe(404)
  })

  it('a malformed percent sign in an id is no server error', async () => {
    expect((await installer.request('GET /api/things/%ZZ')).status).toBe(404)
  })
})

describe('input', () => {
  it('names every problem, each with its code and field, in the language of the caller', async () => {
    const reply = await installer.request('POST /api/things', {
      body: { name: 'far too long a name', size: 'big', role: 'administrator', companyId: id },
      headers: { 'accept-language': 'en' },
    })
    expect(reply.status).toBe(400)
    expect(errorOf(reply).problems?.map(({ code, field }) => [code, field])).toEqual([
      ['too_long', 'name'],
      ['invalid_input', 'size'],
      ['unknown_field', 'role'],
      ['unknown_field', 'companyId'],
    ])
    expect(errorOf(reply).problems?.[0]?.message).toBe('This text is too long.')
    const missing = await installer.request('POST /api/things', { body: {} })
    expect(errorOf(missing)).toMatchObject({ code: 'required', field: 'name', message: '此项必填。' })
    expect(thingState.created).toBe(0)
  })

  it('Z4: a page is capped, the sort is one of a list, and nothing else filters', async () => {
    for (const query of [
      'limit=101',
      'limit=50000',
      'limit=0',
      'limit=-1',
      'limit=2.5',
      'limit=1e9',
      'limit=',
      'limit=1&limit=2',
      'sort=password_hash',
      'sort=name;drop',
      'companyId=x',
      'where=1',
    ]) {
      expect([query, (await installer.request(`GET /api/things?${query}`)).status]).toEqual([query, 400])
    }
    expect((await installer.request('GET /api/things?limit=100&sort=name')).body).toEqual({ limit: 100 })
  })

  it.each([
    ['a repeated key', '{"name":"a","name":"b"}', 400],
    ['__proto__', '{"name":"a","__proto__":{"admin":true}}', 400],
    ['constructor', '{"name":"a","constructor":{"prototype":{"admin":true}}}', 400],
    ['nesting', '['.repeat(100_000), 400],
    ['sixty thousand keys', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`, 400],
    ['half a text', '{"name":"a', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a text', '"name"', 400],
    ['an infinite number', '{"name":"a","size":1e400}', 400],
    ['a number that would be rounded', '{"name":"a","size":9007199254740993}', 400],
    ['NaN', '{"name":"a","size":NaN}', 400],
    ['NUL', '{"name":"a\\u0000b"}', 400],
    ['more than a megabyte', `{"name":"${'a'.repeat(1_100_000)}"}`, 413],
  ])('V1 V2: %s', async (_, raw, status) => {
    const reply = await installer.request('POST /api/things', { raw })
    expect(reply.status).toBe(status)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(thingState.created).toBe(0)
  })

  it('V1: only JSON is read', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/jsonp',
      '',
    ]) {
      const reply = await installer.request('POST /api/things', {
        raw: '{"name":"a"}',
        headers: { 'content-type': type },
      })
      expect([type, reply.status, codeOf(reply)]).toEqual([type, 415, 'wrong_type'])
    }
    expect((await installer.request('GET /api/fault?kind=%00')).status).toBe(400)
  })
})

describe('writes from other sites', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: app.url }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{}, 201],
  ])('%j -> %i', async (headers, status) => {
    // fetch sets these headers by itself, so the call is made by hand.
    const sent = rawRequest(`${app.url}/api/things`, {
      method: 'POST',
      headers: {
        ...headers,
        cookie: installer.cookie,
        'content-type': 'application/json',
        'idempotency-key': key(),
      },
    })
    sent.end('{"name":"a"}')
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }]
    response.resume()
    expect(response.statusCode).toBe(status)
    expect(thingState.created).toBe(status === 201 ? 1 : 0)
  })
})

describe('Idempotency-Key', () => {
  it('is required, and a short one is none', async () => {
    for (const given of ['', 'short', 'with spaces in the middle of it', 'x'.repeat(129)]) {
      const reply = await installer.request('POST /api/things', {
        body: { name: 'a' },
        headers: { 'idempotency-key': given },
      })
      expect([reply.status, codeOf(reply)]).toEqual([400, 'key_missing'])
    }
  })

  it('gives the same answer for the same call, once carried out', async () => {
    const headers = { 'idempotency-key': key() }
    const first = await installer.request('POST /api/things', { body: { name: 'a' }, headers })
    const again = await installer.request('POST /api/things', { body: { name: 'a' }, headers })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(thingState.created).toBe(1)
  })

  it('refuses another body, and is another key for another person', async () => {
    const headers = { 'idempotency-key': key() }
    await installer.request('POST /api/things', { body: { name: 'a' }, headers })
    const other = await installer.request('POST /api/things', { body: { name: 'b' }, headers })
    expect([other.status, codeOf(other)]).toEqual([422, 'key_reused'])
    const neighbour = await app.newCaller('installer', 'b')
    expect((await neighbour.request('POST /api/things', { body: { name: 'b' }, headers })).status).toBe(201)
    expect(thingState.created).toBe(2)
  })

  it('C1: of many at once one is carried out, the others are told that it runs', async () => {
    const headers = { 'idempotency-key': key() }
    const body = { name: 'a', wait: true }
    const first = installer.request('POST /api/things', { body, headers })
    while (thingState.created === 0) await pause(5)
    const others = await Promise.all(
      Array.from({ length: 10 }, () => installer.request('POST /api/things', { body, headers })),
    )
    expect(new Set(others.map((one) => `${one.status} ${codeOf(one)}`))).toEqual(new Set(['409 key_running']))
    thingState.release()
    expect((await first).status).toBe(201)
    expect((await installer.request('POST /api/things', { body, headers })).text).toBe((await first).text)
    expect(thingState.created).toBe(1)
  })

  it('stays free after a refusal, is taken over when its holder died, and is forgotten after 30 days', async () => {
    const headers = { 'idempotency-key': key() }
    const refused = await installer.request('POST /api/things', { body: { name: 'refuse' }, headers })
    expect(refused.status).toBe(403)
    expect((await installer.request('POST /api/things', { body: { name: 'a' }, headers })).status).toBe(201)
    await app.db
      .updateTable('idempotency')
      .set({ status: null, answer: null })
      .where('account_id', '=', installer.accountId)
      .execute()
    expect((await installer.request('POST /api/things', { body: { name: 'a' }, headers })).status).toBe(409)
    app.advance(3 * 60_000)
    expect((await installer.request('POST /api/things', { body: { name: 'a' }, headers })).status).toBe(201)
    const later = await app.newCaller('installer')
    await later.request('POST /api/things', { body: { name: 'a' }, headers })
    app.advance(31 * 24 * 3_600_000)
    const muchLater = await app.newCaller('installer')
    await app.db
      .updateTable('idempotency')
      .set({ account_id: muchLater.accountId })
      .where('account_id', '=', later.accountId)
      .execute()
    expect((await muchLater.request('POST /api/things', { body: { name: 'b' }, headers })).status).toBe(201)
  })

  it('keeps neither the key nor a secret of the answer in readable form', async () => {
    const caller = await app.newCaller('installer')
    const headers = { 'idempotency-key': key() }
    const reply = await caller.request('POST /api/things', { body: { name: 'a' }, headers })
    const { secret } = reply.body as { secret: string }
    const rows = await app.db
      .selectFrom('idempotency')
      .selectAll()
      .where('account_id', '=', caller.accountId)
      .execute()
    expect(rows).toHaveLength(1)
    const dump = JSON.stringify(rows)
    expect([dump.includes(secret), dump.includes(headers['idempotency-key'])]).toEqual([false, false])
    expect((await caller.request('POST /api/things', { body: { name: 'a' }, headers })).body).toEqual(
      reply.body,
    )
  })
})

describe('versions', () => {
  it('a change needs If-Match, a stale one gets the present state, a good one the new ETag', async () => {
    const caller = await app.newCaller('installer')
    const call = (etag: string) =>
      caller.request(`PUT /api/things/${id}`, { body: { name: 'n' }, headers: { 'if-match': etag } })
    for (const etag of ['', '*', '3', '"x"', '"99999999999"'])
      expect([etag, (await call(etag)).status]).toEqual([etag, 428])
    const stale = await call('"2"')
    expect([stale.status, errorOf(stale).current]).toEqual([412, { name: 'as it is', version: 3 }])
    const good = await call('"3"')
    expect([good.status, good.headers.get('etag')]).toEqual([200, '"4"'])
  })
})

describe('S6: faults', () => {
  it.each(['throw', 'undeclared', 'text', 'answer'])(
    'S6: %s: a generic 500 with an id, and the next call is served',
    async (kind) => {
      const reply = await app.request(`GET /api/fault?kind=${kind}`)
      expect(reply.status).toBe(500)
      expect(errorOf(reply)).toEqual({
        code: 'internal',
        message: expect.any(String),
        requestId: expect.any(String),
      })
      expect(reply.text).not.toMatch(/hunter2|\.ts|node_modules|at /)
      expect((await app.request('GET /api/fault?kind=none')).body).toEqual({ n: 1 })
    },
  )

  it('a database that is gone is 503 with Retry-After, not 500', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    const lonely = await testApp({ routes: thingRoutes, handlers: thingHandlers, context: { db } })
    const caller = await lonely.asRole('installer')
    const reply = await caller.request('GET /api/things')
    expect([reply.status, codeOf(reply), reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    const health = await lonely.request('GET /api/health')
    expect([health.status, health.body]).toEqual([503, { status: 'unavailable', missing: 'database' }])
    await db.destroy()
  })
})

/** Opens the stream and waits for its first event. */
const listen = async (cookie: string) => {
  const sent = rawRequest(`${app.url}/api/events`, { headers: { cookie } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  const until = async (part: string): Promise<void> => {
    while (!text.includes(part)) await once(response, 'data')
  }
  await until('data: {"n":0}')
  return { response, text: () => text, until, state: thingState.streams.at(-1) }
}

describe('streams', () => {
  it('carry the security headers and events, and need a session', async () => {
    expect((await app.request('GET /api/events')).status).toBe(401)
    const one = await listen((await app.newCaller('owner')).cookie)
    expect(one.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store, no-transform',
    })
    expect(one.state?.send({ n: 7 })).toBe(true)
    await one.until('data: {"n":7}')
    one.response.destroy()
    if (one.state && !one.state.closed.aborted) await once(one.state.closed, 'abort')
    expect(one.state?.send({ n: 8 })).toBe(false)
  })

  it('A6: end at once when the account is disabled, and only those of that account', async () => {
    const gone = await app.newCaller('maintainer')
    const stays = await app.newCaller('maintainer')
    const [one, other] = [await listen(gone.cookie), await listen(stays.cookie)]
    await app.db
      .updateTable('account')
      .set({ disabled_at: new Date(app.now()) })
      .where('id', '=', gone.accountId)
      .execute()
    app.context.accountChanged.tell(gone.accountId)
    await once(one.response, 'end')
    expect([one.state?.closed.aborted, other.state?.closed.aborted]).toEqual([true, false])
    other.response.destroy()
  })

  it('Z18: rights that were taken away are gone from an open stream', async () => {
    const caller = await app.newCaller('maintainer')
    const one = await listen(caller.cookie)
    expect(one.state?.permissions()).toContain('om:alarm:clear')
    await app.db.updateTable('account').set({ role: 'owner' }).where('id', '=', caller.accountId).execute()
    app.context.accountChanged.tell(caller.accountId)
    while (one.state?.permissions().includes('om:alarm:clear')) await pause(5)
    expect(one.state?.permissions()).not.toContain('om:alarm:clear')
    one.response.destroy()
  })
})

/** The sentence of an error that was answered on a bare socket. */
const saidIn = ({ text }: Said): string =>
  (JSON.parse(Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'latin1').toString()) as ErrorBody).error.message

describe('limits and headers', () => {
  it('S3: answers 429 with Retry-After by address, whatever X-Forwarded-For says, and by account', async () => {
    const small = await testApp({
      routes: thingRoutes,
      handlers: thingHandlers,
      settings: { rates: { perAddress: 8, perAccount: 5 } },
    })
    const caller = await small.asRole('installer')
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await caller.request('GET /api/things')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const forged = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        small.request('GET /api/fault?kind=none', { headers: { 'x-forwarded-for': `10.0.0.${at}` } }),
      ),
    )
    expect(forged.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
    const limited = forged.find(({ status }) => status === 429)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('W10: nothing inline, nothing foreign, no framing; no upgrade is forced on plain http', async () => {
    const { headers } = await app.request('GET /api/things')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|upgrade|https?:|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('says an error in both languages to who names none, and in one to who does', async () => {
    const { host } = new URL(app.url)
    const asked = (...more: string[]): Promise<Said> =>
      say(app.url, lines('GET /api/nothing HTTP/1.1', `host: ${host}`, ...more, 'connection: close'))
    const [zh, en] = [sentence('not_found', 'zh_CN'), sentence('not_found', 'en')]
    expect(saidIn(await asked())).toBe(`${zh} / ${en}`)
    expect(saidIn(await asked('accept-language: *'))).toBe(`${zh} / ${en}`)
    expect(saidIn(await asked('accept-language: en'))).toBe(en)
    expect(saidIn(await asked('accept-language: zh-CN'))).toBe(zh)
  })

  it('names the shells that may frame the app', async () => {
    const framed = await testApp({
      routes: thingRoutes,
      handlers: thingHandlers,
      settings: { shellOrigins: ['https://shell.example'], secure: true },
    })
    const { headers } = await framed.request('GET /api/health')
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://shell.example')
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000')
  })
})

describe('start and end', () => {
  const settings = {
    secure: false,
    publicOrigin: null,
    shellOrigins: [],
    tls: null,
    appDir: null,
    verifyAnswers: true,
  }

  it('a route without a handler, or the other way round, does not start', async () => {
    const { 'GET /api/events': _, ...fewer } = thingHandlers
    await expect(
      createHttp({
        context: app.context,
        routes: thingRoutes,
        handlers: fewer as typeof thingHandlers,
        settings,
      }),
    ).rejects.toThrow('Routes without a handler: GET /api/events')
    const { 'GET /api/events': __, ...fewerRoutes } = thingRoutes
    await expect(
      createHttp({ context: app.context, routes: fewerRoutes, handlers: thingHandlers, settings }),
    ).rejects.toThrow('handlers without a route: GET /api/events')
  })

  it('work learns that its caller has left, and of nobody who got an answer', async () => {
    const leaving = new AbortController()
    const asked = fetch(`${app.url}/api/patience`, { signal: leaving.signal })
    while (thingState.came === 0) await pause(5)
    expect(thingState.left).toBe(0)
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    while (thingState.left === 0) await pause(5)
    expect((await app.request('GET /api/health')).status).toBe(200)
  })

  it('closing lets a running request finish and ends streams', async () => {
    const closing = await testApp({ routes: thingRoutes, handlers: thingHandlers })
    const caller = await closing.asRole('installer')
    const running = caller.request('POST /api/things', { body: { name: 'a', wait: true } })
    const open = thingState.streams.length
    const stream = fetch(`${closing.url}/api/events`, { headers: { cookie: caller.cookie } })
    while (thingState.created === 0 || thingState.streams.length === open) await pause(5)
    const closed = closing.close()
    expect(await (await stream).text()).toContain('data: {"n":0}')
    thingState.release()
    expect((await running).status).toBe(201)
    await closed
    await expect(fetch(`${closing.url}/api/health`)).rejects.toThrow('fetch failed')
  })
})

it('a cookie from the database of another installation opens nothing (A9)', async () => {
  const token = createHash('sha256').update('another installation').digest('base64url')
  expect((await app.request('GET /api/things', { headers: { cookie: `sunkeeper=${token}` } })).status).toBe(
    401,
  )
})
