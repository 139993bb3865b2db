// What every answer carries, what no address gives away, and what no reading changes.
import { permissions } from '#domain/accounts/permissions.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { type Caller, type Reply, testApp } from '../app.ts'
import { testFolder } from '../database.ts'
import { callsOf } from './calls.ts'
import { type Described, isOpen, isWrite, readDescription } from './described.ts'
import { lines, say } from './raw.ts'
import { rowPrints } from './rows.ts'

/** A built app in which there is more than a build should leave. */
const appDir = await testFolder()
for (const [name, text] of [
  ['index.html', '<!doctype html><title>app</title>'],
  ['assets/index-abc123.js', '1'],
  ['assets/index-abc123.js.map', '{"sources":["zqsecret"]}'],
  ['assets/index-abc123.css.map', '{"sources":["zqsecret"]}'],
  ['.git/config', 'zqsecret'],
  ['.env', 'zqsecret'],
  ['assets/.hidden', 'zqsecret'],
] as const) {
  await mkdir(join(appDir, name, '..'), { recursive: true })
  await writeFile(join(appDir, name), text)
}
await writeFile(join(appDir, '../package.json'), '{"name":"zqsecret"}')

const app = await testApp({ settings: { appDir } })
const described = await readDescription(app)
const calls = await callsOf(app)
const newPerson = (): Promise<Caller> => app.newCaller('installer', 'a', permissions)
const person = await newPerson()

/** One answer of each kind that there is. */
const kinds = async (): Promise<[string, Reply][]> => {
  const limited = await testApp({ settings: { rates: { perAddress: 0, perAccount: 0 } } })
  const broken = await testApp({
    context: {
      passwords: {
        ...makeContext({ ...app.context, log: createLog('silent') }).passwords,
        verify: () => Promise.reject(new Error('broken')),
      },
    },
  })
  const signIn = { body: { account: 'someone', password: 'x' } }
  return [
    ['200', await person.request('GET /api/me/sessions')],
    ['201', await person.request('POST /api/companies', { body: { id: crypto.randomUUID(), name: 'New' } })],
    ['302', await app.request('GET /')],
    ['400', await person.request('PUT /api/me', { body: { nonsense: 1 } })],
    ['401', await app.request('GET /api/me/sessions')],
    ['403', await (await app.asRole('nobody')).request('GET /api/stations')],
    ['404', await app.request('GET /api/nothing')],
    ['404', await app.request('GET /h5/assets/nothing.js')],
    ['404', await app.request('GET /nothing')],
    ['405', await app.request('PATCH /api/session')],
    ['413', await person.request('PUT /api/me', { raw: ' '.repeat(1_100_000) })],
    ['415', await person.request('PUT /api/me', { raw: 'x', headers: { 'content-type': 'text/plain' } })],
    ['429', await limited.request('GET /api/session')],
    ['500', await broken.request('POST /api/session', signIn)],
    ['200', await app.request('GET /api/health')],
    ['200', await app.request('GET /api/openapi.json')],
    ['200', await app.request('GET /h5/')],
    ['200', await app.request('GET /h5/station-detail')],
    ['200', await app.request('GET /h5/assets/index-abc123.js')],
  ]
}

const directives = (reply: { headers: Headers }): Record<string, string> =>
  Object.fromEntries(
    (reply.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((one) => [one.trim().split(' ')[0] ?? '', one.trim().split(' ').slice(1).join(' ')]),
  )

describe('W2: injected script', () => {
  it('W2: every kind of answer forbids it', async () => {
    for (const [status, reply] of await kinds()) {
      expect([status, String(reply.status)]).toEqual([status, status])
      const policy = directives(reply)
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'connect-src': "'self'",
        'frame-ancestors': "'none'",
      })
      // Plugins fall under default-src; scripts and styles are the own ones and those of known hash.
      expect(policy['object-src'] ?? "'none'").toBe("'none'")
      for (const name of ['script-src', 'style-src'])
        expect(policy[name]).toMatch(/^'self'(?: 'sha256-[A-Za-z0-9+/=]+')*$/)
      expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|\*|https?:|blob:.*script/)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('referrer-policy')).toBe('same-origin')
      expect(reply.headers.get('x-powered-by')).toBeNull()
    }
  })

  it('W2: so does an open stream, and an answer to what was no request', async () => {
    const stop = new AbortController()
    const stream = await fetch(`${app.url}/api/live`, {
      headers: { cookie: person.cookie },
      signal: stop.signal,
    })
    expect(directives(stream)).toMatchObject({ 'default-src': "'none'", 'base-uri': "'none'" })
    stop.abort()
    const { text } = await say(app.url, lines('nonsense'))
    expect(text).toContain("content-security-policy: default-src 'none'")
  })
})

describe('W3: the app in somebody else’s frame', () => {
  it('W3: nobody may frame any page, or exactly the shells that are configured', async () => {
    const shells = ['https://shell.example', 'https://other.example:8443']
    const framed = await testApp({ settings: { appDir, shellOrigins: shells } })
    for (const path of ['/h5/', '/h5/remote-control', '/h5/assets/index-abc123.js', '/api/session', '/x']) {
      const alone = await app.request(`GET ${path}`)
      expect(directives(alone)['frame-ancestors']).toBe("'none'")
      expect(alone.headers.get('x-frame-options')).toBe('DENY')
      const inShell = await framed.request(`GET ${path}`)
      expect(directives(inShell)['frame-ancestors']).toBe(shells.join(' '))
      expect(inShell.headers.get('x-frame-options')).toBeNull()
    }
  })
})

describe('W7: what other sites make a browser send', () => {
  const foreign: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${app.url}.evil.example` },
    { origin: app.url.replace('127.0.0.1', 'localhost.evil.example') },
  ]

  /** By hand, because fetch sets these headers by itself. */
  const send = (call: Described, ids: Record<string, string>, headers: Record<string, string>) => {
    const [method = '', path = ''] = calls.lineOf(call, ids).split(' ')
    const body = JSON.stringify(calls.bodyOf(call, ids) ?? {})
    const all = {
      host: new URL(app.url).host,
      cookie: person.cookie,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'idempotency-key': crypto.randomUUID(),
      'if-match': '"1"',
      ...headers,
    }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    return say(app.url, `${lines(`${method} ${path} HTTP/1.1`, ...head)}${body}`)
  }

  it.each(described.filter(isWrite).map((call) => [call.key, call] as const))(
    'W7: %s from another site is 403, and nothing is changed',
    async (_, call) => {
      const ids = await calls.idsOf(call, person)
      const before = await rowPrints(app)
      for (const headers of foreign) {
        const { statuses, text } = await send(call, ids, headers)
        expect([headers, statuses]).toEqual([headers, [403]])
        expect(text).toContain('"code":"cross_site"')
      }
      // A form can send these without asking anybody; none is read, where no file is expected.
      if (call.upload) return
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ])
        expect((await send(call, ids, { 'content-type': type })).statuses).toEqual([415])
      expect(await rowPrints(app)).toEqual(before)
    },
  )

  it('W7: no GET or HEAD of any published route changes a row, of the pipeline’s own tables neither', async () => {
    const caller = await newPerson()
    const reads = described.filter((call) => !isWrite(call) && !call.stream)
    const asked: { line: string; key: string }[] = []
    for (const call of reads) {
      const ids = await calls.idsOf(call, caller)
      asked.push({ line: calls.lineOf(call, ids), key: call.key })
    }
    const before = await rowPrints(app, true)
    for (const { line, key } of asked) {
      expect([key, (await caller.request(line)).status]).toEqual([key, 200])
      expect((await caller.request(line.replace('GET', 'HEAD'))).status).toBe(405)
      for (const disguise of ['x-http-method-override', 'x-method-override', '_method'])
        expect((await caller.request(line, { headers: { [disguise]: 'DELETE' } })).status).toBe(200)
    }
    for (const path of ['/', '/h5/', '/h5/home', '/api/health', '/api/openapi.json', '/api/nothing'])
      await caller.request(`GET ${path}`)
    expect(await rowPrints(app, true)).toEqual(before)
  })

  it('W7: the cookie goes along to no other site’s writes, and no script reads it', async () => {
    const made = await newPerson()
    const body = { account: made.account, password: 'violet-anchor-93-tulip' }
    const cookie = (await app.request('POST /api/session', { body })).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/Domain=/)
  })
})

describe('W8: where the server sends a browser', () => {
  it('W8: to the app and nowhere else, whatever the address says', async () => {
    for (const path of ['/', '/h5']) {
      for (const more of ['', '?next=//evil.example', '?redirect=https://evil.example', '?//evil.example']) {
        const { status, headers } = await app.request(`GET ${path}${more}`)
        expect([status, headers.get('location')]).toEqual([302, '/h5/'])
      }
    }
    const known = new Map<string, [string, string]>([['http://evil.example/h5', ['302', '/h5/']]])
    const evil = [
      '//evil.example',
      '//evil.example/h5/',
      '/\\evil.example',
      '/%5cevil.example',
      '/h5//evil.example/..',
    ]
    for (const path of [...evil, 'http://evil.example/h5', '///evil.example/%2e%2e']) {
      const asked = lines(`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close')
      const { text } = await say(app.url, asked)
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
      const location = /^location: (.*)$/im.exec(text)?.[1]?.trim() ?? 'nowhere'
      // Either it leads to the app, or it leads nowhere and says that there is nothing.
      expect([path, status, location]).toEqual([path, ...(known.get(path) ?? ['404', 'nowhere'])])
    }
  })
})

describe('W9: what a browser keeps', () => {
  it('W9: no answer of the API may be stored', async () => {
    for (const [status, reply] of (await kinds()).slice(0, 16)) {
      if (reply.status === 302 || !(reply.headers.get('content-type') ?? '').includes('json')) continue
      expect([status, reply.headers.get('cache-control')]).toEqual([status, 'no-store'])
    }
    const caller = await newPerson()
    for (const call of described.filter((one) => !isWrite(one) && !one.stream)) {
      const reply = await caller.request(calls.lineOf(call, await calls.idsOf(call, caller)))
      const kept = (reply.headers.get('cache-control') ?? '').split(', ')
      expect([call.key, reply.status, kept.includes('no-store')]).toEqual([call.key, 200, true])
    }
  })

  it('W9: the page is asked for anew each time, its hashed parts never', async () => {
    expect((await app.request('GET /h5/')).headers.get('cache-control')).toBe('no-cache')
    const part = await app.request('GET /h5/assets/index-abc123.js')
    expect(part.headers.get('cache-control')).toContain('immutable')
  })
})

describe('S9: what must not be found', () => {
  const names = [
    '.git/config',
    '.git/HEAD',
    '.env',
    '.env.production',
    '.DS_Store',
    'assets/.hidden',
    'assets/index-abc123.js.map',
    'assets/index-abc123.css.map',
    'metrics',
    'docs',
    'debug',
    'package.json',
    'package-lock.json',
    'server/main.ts',
    'node_modules/fastify/package.json',
    'swagger',
    'swagger.json',
    'graphql',
    'actuator/health',
    'server-status',
    'phpinfo.php',
    'wp-login.php',
    'backup.zip',
    'data/',
    'assets/',
    'assets',
  ]
  const ways = [
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    '..%5cpackage.json',
    '....//package.json',
  ]
  const more = [
    '..;/package.json',
    '%252e%252e%252fpackage.json',
    'assets/../../package.json',
    '%00',
    '.git%2fconfig',
  ]

  it('S9: no address gives a file, a listing or a tool away', async () => {
    for (const base of ['/', '/api/', '/h5/'])
      for (const name of [...names, ...ways, ...more]) {
        // By hand, because fetch tidies addresses up.
        const asked = lines(
          `GET ${base}${name} HTTP/1.1`,
          `host: ${new URL(app.url).host}`,
          'connection: close',
        )
        const { statuses, text } = await say(app.url, asked)
        expect([base + name, text.includes('zqsecret')]).toEqual([base + name, false])
        // Names without a dot are routes of the app; it answers them with its page.
        const isPage = base === '/h5/' && text.includes('<title>app</title>') && !name.includes('.')
        expect([base + name, isPage ? 404 : statuses[0]]).toEqual([base + name, 404])
      }
  })

  it('S9: the description is the only thing published beside the routes, and says nothing of the inside', async () => {
    const { text } = await app.request('GET /api/openapi.json')
    expect(text).not.toMatch(/\/work|node_modules|\.ts"|password_hash|localhost|127\.0\.0\.1/)
    expect((await app.request('GET /api/health')).body).toEqual({ status: 'ready' })
  })
})

it('the published routes were there to be asked', () => {
  expect(described.filter((call) => !isOpen(call)).length).toBeGreaterThan(20)
})
