// The HTTP entrance on bare sockets: too slow, too much, and what is no request at all.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { BODY_MAX, createHttp, usualPatience } from '#server/entrances/http/serve.ts'
import { routes } from '#contract/http/routes.ts'
import { handlersWith } from '#server/entrances/http/handlers.ts'
import { type TestApp, testApp } from '../app.ts'
import { lines, say } from './raw.ts'
import { rowPrints } from './rows.ts'

const app = await testApp({
  settings: { patience: { headersMs: 150, requestMs: 300, uploadMs: 60_000, lookMs: 50 } },
})
const caller = await app.asRole('plenary')
const { host } = new URL(app.url)

const post = (...headers: string[]): string =>
  lines(
    'POST /api/companies HTTP/1.1',
    `host: ${host}`,
    `cookie: ${caller.cookie}`,
    'content-type: application/json',
    ...headers,
  )

describe('S1: slow callers', () => {
  it('S1: headers that do not end are cut off, and others are served meanwhile', async () => {
    const slow = Array.from({ length: 50 }, () =>
      say(app.url, `GET /api/session HTTP/1.1\r\nhost: ${host}\r\nx: `),
    )
    expect((await app.request('GET /api/session')).status).toBe(200)
    for (const { statuses } of await Promise.all(slow)) expect(statuses).toEqual([408])
  })

  it('S1: a body that does not come is cut off, and changes nothing', async () => {
    const before = await rowPrints(app)
    const slow = Array.from({ length: 50 }, () => say(app.url, `${post('content-length: 400')}{"name":`))
    expect((await app.request('GET /api/session')).status).toBe(200)
    for (const { statuses } of await Promise.all(slow)) expect(statuses).toEqual([408])
    expect(await rowPrints(app)).toEqual(before)
  })

  it('S1: a file may take longer than a form, and is cut off when it does not come either', async () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
    const head = (to: TestApp, cookie: string): string =>
      lines(
        `PUT /api/files/${randomUUID()}?purpose=order_file&name=a.pdf HTTP/1.1`,
        `host: ${new URL(to.url).host}`,
        `cookie: ${cookie}`,
        'content-type: application/pdf',
        `content-length: ${pdf.length}`,
        'connection: close',
      )
    const { port, hostname } = new URL(app.url)
    const sender = connect({ port: Number(port), host: hostname })
    let answer = ''
    sender.setEncoding('latin1').on('data', (part: string) => (answer += part))
    sender.write(head(app, caller.cookie))
    sender.write(pdf.subarray(0, 4))
    // A form that began after it has been given up meanwhile.
    const { statuses } = await say(app.url, `${post('content-length: 400')}{"name":`)
    expect(statuses).toEqual([408])
    sender.write(pdf.subarray(4))
    await once(sender, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)

    const hasty = await testApp({
      settings: { patience: { headersMs: 150, requestMs: 100, uploadMs: 300, lookMs: 50 } },
    })
    const { cookie } = await hasty.asRole('plenary')
    const cut = await say(hasty.url, `${head(hasty, cookie)}%PDF`)
    expect(cut.statuses).toEqual([408])
  })

  it('S1: the usual patience is less than Node’s, and the server has it', async () => {
    const settings = { secure: false, publicOrigin: null, shellOrigins: [], tls: null, appDir: null }
    const usual = await createHttp({
      context: { ...app.context, metrics: new Registry() },
      routes,
      handlers: handlersWith(app.live),
      settings: { ...settings, verifyAnswers: true },
    })
    const { server } = usual
    expect([server.headersTimeout, server.requestTimeout]).toEqual([
      usualPatience.headersMs,
      usualPatience.uploadMs,
    ])
    expect(usualPatience.headersMs).toBeLessThan(60_000)
    expect(usualPatience.requestMs).toBeLessThan(300_000)
    expect(usualPatience.uploadMs).toBeLessThanOrEqual(300_000)
    expect(server.keepAliveTimeout).toBeLessThanOrEqual(10_000)
    await usual.close()
  })
})

describe('S2: too much', () => {
  const chunk = new Uint8Array(64 * 1024).fill(0x20)
  const count = { written: 0 }
  const endless = function* (wrap: boolean): Generator<Uint8Array> {
    for (count.written = 0; count.written < 1024 ** 3; count.written += chunk.length) {
      if (wrap) yield Buffer.from(`${chunk.length.toString(16)}\r\n`)
      yield chunk
      if (wrap) yield Buffer.from('\r\n')
    }
  }

  it('S2: a body of a gigabyte is refused by its length, before it is read', async () => {
    const { statuses } = await say(app.url, post(`content-length: ${1024 ** 3}`), endless(false))
    expect(statuses[0]).toBe(413)
    expect(count.written).toBeLessThan(64 * BODY_MAX)
  })

  it('S2: a body without a length is cut where it becomes too long', async () => {
    const { statuses } = await say(app.url, post('transfer-encoding: chunked'), endless(true))
    expect(statuses[0]).toBe(413)
    expect(count.written).toBeLessThan(64 * BODY_MAX)
  })

  it('S2: a flood of headers is 431, whether long or many', async () => {
    const long = lines('GET /api/session HTTP/1.1', `host: ${host}`, `x-long: ${'x'.repeat(100_000)}`)
    expect((await say(app.url, long)).statuses).toEqual([431])
    const many = Array.from({ length: 20_000 }, (_, at) => `x-${at}: ${at}`)
    expect(
      (await say(app.url, lines('GET /api/session HTTP/1.1', `host: ${host}`, ...many))).statuses,
    ).toEqual([431])
    const cookies = lines('GET /api/session HTTP/1.1', `host: ${host}`, `cookie: ${'a=b; '.repeat(10_000)}`)
    expect((await say(app.url, cookies)).statuses).toEqual([431])
  })

  it('S2: nothing is unpacked: a small body that would become a large one is 415', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(BODY_MAX / 10)
    // With the usual patience: the one of this file is shorter than a loaded machine takes for a body.
    const usual = await testApp()
    const sender = await usual.asRole('plenary')
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'x-gzip']) {
      const reply = await sender.request('POST /api/companies', {
        raw: new Uint8Array(bomb),
        headers: { 'content-encoding': encoding },
      })
      expect([encoding, reply.status]).toEqual([encoding, 415])
    }
  })
})

const ask = (one: TestApp, forwarded: string) =>
  one.request('GET /api/session', { headers: { 'x-forwarded-for': forwarded } })

describe('S3: floods', () => {
  const rates = { perAddress: 3, perAccount: 1_000 }

  it('S3: a forged address counts for nothing without a trusted proxy', async () => {
    const plain = await testApp({
      settings: { rates },
    })
    const replies = []
    for (let no = 0; no < 5; no += 1) replies.push(await ask(plain, `203.0.113.${no}`))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('S3: behind a trusted proxy only what that proxy saw counts, whatever the caller put before it', async () => {
    const behind = await testApp({
      settings: { rates, trustProxy: ['127.0.0.1'] },
    })
    const statuses = async (of: (no: number) => string): Promise<number[]> => {
      const all: number[] = []
      for (let no = 0; no < 5; no += 1) all.push((await ask(behind, of(no))).status)
      return all
    }
    expect(await statuses((no) => `203.0.113.${no}`)).toEqual([200, 200, 200, 200, 200])
    expect(await statuses((no) => `198.51.100.${no}, 203.0.113.77`)).toEqual([200, 200, 200, 429, 429])
  })

  it('S3: whoever is not signed in is limited wherever he asks: routes, documents, files and addresses of nothing', async () => {
    const shut = await testApp({
      settings: { rates: { perAddress: 0, perAccount: 1_000 }, authority: 'a certificate' },
    })
    const open = Object.entries(routes).flatMap(([call, { permission }]) =>
      permission === 'public' ? [call] : [],
    )
    expect(open.length).toBeGreaterThan(5)
    const calls = [
      ...open.map((call) => call.replaceAll(/\{\w+\}/g, randomUUID())),
      'GET /api/openapi.json',
      'GET /api/health',
      'GET /ca.crt',
      'GET /',
      'GET /h5/',
      'GET /h5/assets/none.js',
      'GET /api/nothing',
      'GET /nothing',
      'PATCH /api/session',
    ]
    const answers = await Promise.all(
      calls.map(async (call) => `${call} ${(await shut.request(call)).status}`),
    )
    expect(answers.filter((one) => !one.endsWith(' 429'))).toEqual([])
  })

  it('S3: one account is limited over all its addresses and sessions', async () => {
    const behind = await testApp({
      settings: { rates: { perAddress: 1_000, perAccount: 3 }, trustProxy: ['127.0.0.1'] },
    })
    const person = await behind.asRole('installer')
    const other = await behind.asRole('owner')
    const statuses: number[] = []
    for (let no = 0; no < 5; no += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${no}` }
      statuses.push((await person.request('GET /api/me/sessions', { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await other.request('GET /api/me/sessions')).status).toBe(200)
  })
})

describe('S10: what is no request', () => {
  const get = (...headers: string[]): string =>
    lines('GET /api/session HTTP/1.1', `host: ${host}`, ...headers)
  const hidden = get()

  it('S10: methods that nothing here answers are 405 or 400', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH', 'PURGE', 'LINK'])
      for (const path of ['/api/session', '/h5/', '/api/nothing']) {
        const { statuses } = await say(
          app.url,
          lines(`${method} ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', 'x-echo: zq'),
        )
        expect([method, path, statuses]).toEqual([method, path, [405]])
      }
    for (const method of ['QUERY', 'FOO', 'get', 'GE T', '', 'GET\t', 'PRI'])
      expect([
        method,
        (await say(app.url, lines(`${method} /api/session HTTP/1.1`, `host: ${host}`))).statuses,
      ]).toEqual([method, [400]])
    const { text } = await say(
      app.url,
      lines('TRACE /api/session HTTP/1.1', `host: ${host}`, 'connection: close', 'x-echo: zqecho'),
    )
    expect(text).not.toContain('zqecho')
  })

  it('S10: CONNECT and a change of protocol open nothing', async () => {
    const tunnel = await say(app.url, lines('CONNECT 127.0.0.1:5432 HTTP/1.1', `host: ${host}`))
    expect(tunnel.text).not.toContain('200')
    const upgrade = await say(
      app.url,
      get(
        'connection: upgrade, close',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: x',
      ),
    )
    expect(upgrade.statuses).not.toContain(101)
  })

  it.each([
    ['two lengths', post('content-length: 2', 'content-length: 44')],
    ['two lengths in one', post('content-length: 2, 44')],
    ['a length and chunks', post('content-length: 5', 'transfer-encoding: chunked')],
    ['chunks and a length', post('transfer-encoding: chunked', 'content-length: 5')],
    ['chunks that are not last', post('transfer-encoding: chunked, identity')],
    ['an unknown coding', post('transfer-encoding: xchunked')],
    ['a space before the colon', post('transfer-encoding : chunked')],
    ['a folded header', post('x: a', ' transfer-encoding: chunked')],
    ['a signed length', post('content-length: +2')],
    ['a length in sixteens', post('content-length: 0x10')],
    ['a bare line feed', 'GET /api/session HTTP/1.1\nhost: x\ncontent-length: 5\n\n'],
    ['a NUL in a header', get('x: a\0b')],
    ['a header without a name', get(': x')],
    ['no host', lines('GET /api/session HTTP/1.1')],
    ['another protocol', lines('GET /api/session HTTP/9.9', `host: ${host}`)],
    ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['nothing like it', 'hello\r\n\r\n'],
  ])('S10: %s is 400, and a request hidden behind it is none', async (_, head) => {
    const { statuses } = await say(app.url, Buffer.from(`${head}0\r\n\r\n${hidden}`, 'latin1'))
    expect(statuses).toEqual([400])
  })
})
