import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll } from 'vitest'
import { routes } from '#contract/http/routes.ts'
import type { RouteTable } from '#contract/http/route.ts'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { permissions } from '#domain/accounts/permissions.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { openSession } from '#server/features/accounts/session-store.ts'
import { createDecoder } from '#server/platform/files/decoder.ts'
import { openFolderStore } from '#server/platform/files/folder-store.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { handlersWith } from '#server/entrances/http/handlers.ts'
import type { Handlers } from '#server/call.ts'
import type { HttpSettings } from '#server/entrances/http/serve.ts'
import { createHttp } from '#server/entrances/http/serve.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/db/handle.ts'
import type { LiveHub } from '#server/entrances/live/live-hub.ts'
import { openLiveHub } from '#server/entrances/live/live-routes.ts'
import { makeContext, QUOTA_BYTES } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { makePushKeys } from '#server/features/messages/push-keys.ts'
import { testDatabase, testFolder } from './database.ts'
import { makeAccount, makeCompany, testPassword } from './factories/accounts.ts'

export type Reply = { status: number; headers: Headers; text: string; body: unknown }
export type Options = {
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Uint8Array<ArrayBuffer>
}

/** Somebody with a live session. Creating and changing calls get their headers unless `headers` says otherwise. */
export type Caller = {
  accountId: string
  account: string
  companyId: string | null
  cookie: string
  /** `request('PUT /api/me', { body: { name: 'Li' } })` */
  request: (call: string, options?: Options) => Promise<Reply>
}

/**
 * `nobody`: a session without role and permissions. `plenary`: an installer of the company who holds every single
 * code but not the wildcard, so that only tenancy can be in the way.
 */
export type TestRole = AccountRole | 'nobody' | 'plenary'
export type Tenant = 'a' | 'b'

export type TestApp = {
  url: string
  /** With the rights of everyday work, as the context's. */
  db: Db
  /** The owner of the tables, for what no server does. */
  owner: Pool
  context: Context
  /** What open streams hang on. */
  live: LiveHub
  companies: Record<Tenant, string>
  /** Argon2 of `testPassword` at a cost for tests. */
  passwordHash: string
  /** The injected clock, epoch ms; stands still unless moved. */
  now: () => number
  advance: (ms: number) => void
  /** The one seeded account of this role in this company, signed in. */
  asRole: (role: TestRole, tenant?: Tenant) => Promise<Caller>
  /** A further account, signed in. */
  newCaller: (role: AccountRole | null, tenant?: Tenant, extra?: readonly string[]) => Promise<Caller>
  /** Without a session. */
  request: (call: string, options?: Options) => Promise<Reply>
  close: () => Promise<void>
  /** Runs when the file ends, before the server closes. */
  onStop: (work: () => unknown) => void
}

export type AppOptions<T extends RouteTable> = {
  routes?: T
  handlers?: Handlers<T>
  settings?: Partial<HttpSettings>
  context?: Partial<Context>
  /** Where uploads lie: a folder of its own unless said. */
  files?: FileStore
  /** Epoch ms at the start: 2026-06-21 04:00 UTC unless said. */
  now?: number
}

const roleOf = (role: TestRole): { role: AccountRole | null; extra: readonly string[] } => {
  if (role === 'nobody') return { role: null, extra: [] }
  if (role === 'plenary') return { role: 'installer', extra: permissions }
  return { role, extra: [] }
}

/** A real server on a free port with a database of its own and two companies; stops when the test file ends. */
export const testApp = async <const T extends RouteTable = typeof routes>(
  given: AppOptions<T> = {},
): Promise<TestApp> => {
  const { db, pool, owner } = await testDatabase()
  let now = given.now ?? Date.UTC(2026, 5, 21, 4)
  const passwords = createPasswords({ memoryKiB: 64, passes: 1, lanes: 1 })
  const filesDir = await testFolder()
  const decoder = createDecoder()
  const context = makeContext({
    db,
    pool,
    log: createLog('silent'),
    clock: () => now,
    passwords,
    files: {
      dir: filesDir,
      store: given.files ?? openFolderStore(filesDir),
      quotaBytes: QUOTA_BYTES,
      decoder,
    },
    ...given.context,
  })
  const live = openLiveHub(context)
  await makePushKeys(db, now)
  const app = await createHttp({
    context,
    routes: (given.routes ?? routes) as T,
    handlers: (given.handlers ?? handlersWith(live)) as Handlers<T>,
    settings: {
      secure: false,
      publicOrigin: null,
      shellOrigins: [],
      tls: null,
      appDir: null,
      verifyAnswers: true,
      rates: { perAddress: 1_000_000, perAccount: 1_000_000 },
      ...given.settings,
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const stopping: (() => unknown)[] = []
  afterAll(async () => {
    for (const work of stopping) await work()
    await app.close()
    decoder.close()
  })

  const ask = async (call: string, options: Options, cookie: string | null): Promise<Reply> => {
    const [method = '', path = ''] = call.split(' ')
    const sends = options.body !== undefined || options.raw !== undefined
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': 'zh-CN',
        ...(sends ? { 'content-type': 'application/json' } : {}),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(method === 'PUT' || path.endsWith('/actions') ? { 'if-match': '"1"' } : {}),
        ...(cookie === null ? {} : { cookie }),
        ...options.headers,
      },
      ...(sends ? { body: options.raw ?? JSON.stringify(options.body) } : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }

  const companies = { a: await makeCompany(db, now, 'Company A'), b: await makeCompany(db, now, 'Company B') }
  const passwordHash = await passwords.hash(testPassword)

  const callerFor = async (
    role: AccountRole | null,
    tenant: Tenant,
    extra: readonly string[],
    account?: string,
  ): Promise<Caller> => {
    const companyId = role === null ? null : companies[tenant]
    const made = await makeAccount(db, now, {
      role,
      companyId,
      passwordHash,
      extra,
      ...(account ? { account } : {}),
    })
    const { token } = await openSession(db, now, { accountId: made.id, browser: 'test' })
    const cookie = `${given.settings?.secure ? '__Host-sunkeeper' : 'sunkeeper'}=${token}`
    return {
      accountId: made.id,
      account: made.account,
      companyId,
      cookie,
      request: (call, options = {}) => ask(call, options, cookie),
    }
  }
  const seeded = new Map<string, Promise<Caller>>()

  return {
    url,
    db,
    owner,
    context,
    live,
    companies,
    passwordHash,
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    asRole: (role, tenant = 'a') => {
      const name = `${role}-${tenant}`
      const { role: held, extra } = roleOf(role)
      const caller = seeded.get(name) ?? callerFor(held, tenant, extra, name)
      seeded.set(name, caller)
      return caller
    },
    newCaller: (role, tenant = 'a', extra = []) => callerFor(role, tenant, extra),
    request: (call, options = {}) => ask(call, options, null),
    close: () => app.close(),
    onStop: (work) => void stopping.push(work),
  }
}
