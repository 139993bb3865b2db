// Walks every route of the contract by itself: a new route is proven here without a line, or fails for lack of a factory.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { ObjectKind, RouteKey, RouteSpec } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import type { Caller, Reply } from './app.ts'
import { testApp } from './app.ts'
import type { Ids } from './factories/objects.ts'
import { loadFactories, queryWith, stationIn } from './factories/objects.ts'
import { makeShare } from './factories/shares.ts'
import { rowPrints } from './trust/rows.ts'

const app = await testApp()
const factories = await loadFactories()
const mine = await app.asRole('plenary', 'a')
const theirs = await app.asRole('plenary', 'b')
const table = Object.entries(routes) as [RouteKey, RouteSpec][]

const make = async (kind: ObjectKind, owner: Caller, stationId?: string): Promise<string> => {
  const factory = factories.objects[kind]
  if (!factory) throw new Error(`tests/factories has no factory for ${kind}`)
  return factory(app, owner, stationId)
}

/** The ids of a call: all of them the caller's, but for one that is somebody else's. */
const idsFor = async (
  spec: RouteSpec,
  owner: Caller,
  foreign?: { name: string; of: Caller },
): Promise<Ids> => {
  const ids: Record<string, string> = {}
  const own: Record<string, string> = {}
  for (const [name, kind] of Object.entries(spec.objects)) {
    if (foreign?.name === name) ids[name] = await make(kind, foreign.of)
    else ids[name] = own[name] = await make(kind, owner, stationIn(spec.objects, own))
  }
  return ids
}

const bodyFor = (key: RouteKey, spec: RouteSpec, ids: Ids): unknown => {
  if (!spec.body) return undefined
  const factory = factories.bodies[key]
  if (!factory) throw new Error(`tests/factories has no valid body for ${key}`)
  return factory(ids)
}

const callOf = (key: RouteKey, ids: Ids): string => {
  const line = key.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID())
  return line + queryWith(factories.queries[key], ids)
}

const ask = (
  caller: Caller,
  key: RouteKey,
  spec: RouteSpec,
  ids: Ids,
  extra: object = {},
): Promise<Reply> => {
  const body = bodyFor(key, spec, ids)
  const upload = factories.uploads[key]
  if (spec.upload && !upload) throw new Error(`tests/factories has nothing to send to ${key}`)
  if (upload) return caller.request(callOf(key, ids), upload)
  return caller.request(callOf(key, ids), spec.body ? { body: { ...(body as object), ...extra } } : {})
}

const codeOf = (reply: Reply): string | undefined =>
  (reply.body as { error?: { code?: string } } | null)?.error?.code

const auditedRefusals = async (requestId: string): Promise<string[]> => {
  const found = await app.db
    .selectFrom('audit')
    .select('result')
    .where('request_id', '=', requestId)
    .execute()
  return found.map(({ result }) => result)
}

const requestIdOf = (reply: Reply): string => (reply.body as { error: { requestId: string } }).error.requestId

/** All of an answer but for the number of the request. */
const plain = (reply: Reply) => [reply.status, reply.text.replace(requestIdOf(reply), '')]
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const withObjects = table.flatMap(([key, spec]) =>
  Object.keys(spec.objects).map((name) => [key, name, spec] as const),
)
const writes = table.filter(([key, spec]) => !key.startsWith('GET') && spec.body)

describe('Z1: objects of somebody else', () => {
  it.each(withObjects)('Z1: %s with a foreign %s: 404, no row changed, noted', async (key, name, spec) => {
    const ids = await idsFor(spec, mine, { name, of: theirs })
    const before = await rowPrints(app)
    const reply = await ask(mine, key, spec, ids)
    expect([reply.status, codeOf(reply)]).toEqual([404, 'not_found'])
    expect(await rowPrints(app)).toEqual(before)
    expect(await auditedRefusals(requestIdOf(reply))).toEqual(['not_found'])
  })

  // An id that the caller makes is free or not, and says so: it names nothing until it is used.
  const told = withObjects.filter(([, name, spec]) => spec.makes !== name)
  it.each(told)('Z1: %s cannot tell a foreign %s from one that never was', async (key, name, spec) => {
    const ids = await idsFor(spec, mine, { name, of: theirs })
    const foreign = await ask(mine, key, spec, ids)
    const unknown = await ask(mine, key, spec, { ...ids, [name]: randomUUID() })
    expect(plain(unknown)).toEqual(plain(foreign))
  })

  it.each(table.filter(([, spec]) => Object.keys(spec.objects).length > 0))(
    'Z1: %s finds the own objects, so that the 404 above means something',
    async (key, spec) => {
      const reply = await ask(mine, key, spec, await idsFor(spec, mine))
      expect([key, reply.status, reply.status < 300 ? '' : reply.text]).toEqual([key, spec.status ?? 200, ''])
    },
  )
})

/** What is of a station, and may be seen by whom it is shared with. */
const atStation: readonly ObjectKind[] = [
  'station',
  'device',
  'gateway',
  'inverter',
  'string',
  'area',
  'place',
  'command',
  'control',
  'alarm',
  'string_alarm',
  'order',
  'ordered_alarm',
  'upgrade',
  'upgrade_task',
]
/** Whoever sees a station may ask for help there, follow it live, mark it for themself, put it into a group of their own, be told of it or not, and ask what would take how long. */
const alsoByLooking: readonly RouteKey[] = [
  'POST /api/orders',
  'POST /api/reports',
  'PUT /api/live/{streamId}',
  'PUT /api/stations/{stationId}/favourite',
  'POST /api/station-groups',
  'PUT /api/station-groups/{groupId}',
  'POST /api/favourites',
  'POST /api/station-groups/{groupId}/members',
  'PUT /api/notifications',
  'POST /api/packages/{packageId}/estimate',
]

describe('Z1: stations that are only shared to be looked at', () => {
  // The tests after these are about people who share nothing.
  afterAll(async () => {
    await app.db.deleteFrom('station_share').where('account_id', '=', mine.accountId).execute()
  })

  const changing = table.filter(
    ([key, spec]) =>
      !key.startsWith('GET') &&
      !alsoByLooking.includes(key) &&
      Object.values(spec.objects).some((kind) => atStation.includes(kind)),
  )

  it.each(changing)(
    'Z1: %s there: refused to whoever holds every permission, no row changed',
    async (key, spec) => {
      const stationId = await make('station', theirs)
      const ids: Record<string, string> = {}
      for (const [name, kind] of Object.entries(spec.objects))
        ids[name] =
          kind === 'station'
            ? stationId
            : await make(kind, atStation.includes(kind) ? theirs : mine, stationId)
      await makeShare(app.db, app.now(), { stationId, accountId: mine.accountId })
      const before = await rowPrints(app)
      const reply = await ask(mine, key, spec, ids)
      expect([key, reply.status, reply.text]).toEqual([key, 403, expect.stringContaining('forbidden')])
      expect(await rowPrints(app)).toEqual(before)
    },
  )
})

describe('Z5: lists and sums', () => {
  it('Z5: none of the routes without an id shows anything of another company', async () => {
    const kinds: ObjectKind[] = ['station', 'device', 'gateway', 'account', 'company', 'session', 'file']
    const foreign = await Promise.all(kinds.map((kind) => make(kind, theirs)))
    const own = await Promise.all(kinds.map((kind) => make(kind, mine)))
    const lists = table.filter(([key, spec]) => key.startsWith('GET') && !key.includes('{') && !spec.stream)
    let crawled = ''
    for (const [key, spec] of lists) {
      const reply = await ask(mine, key, spec, {})
      expect([key, reply.status]).toEqual([key, 200])
      crawled += reply.text
    }
    const whose = [theirs.accountId, theirs.account, 'Company B', ...foreign]
    expect(whose.filter((marker) => crawled.includes(marker))).toEqual([])
    expect(own.filter((marker) => crawled.includes(marker)).length).toBeGreaterThan(2)
  })
})

describe('Z7: a person without role and permissions', () => {
  it.each(table.filter(([, spec]) => !['public', 'signed-in'].includes(spec.permission)))(
    'Z7: %s: 403, no row changed',
    async (key, spec) => {
      const nobody = await app.asRole('nobody')
      const ids = await idsFor(spec, mine)
      const before = await rowPrints(app)
      const reply = await ask(nobody, key, spec, ids)
      expect([reply.status, codeOf(reply)]).toEqual([403, 'forbidden'])
      expect(await rowPrints(app)).toEqual(before)
    },
  )

  it.each(table.filter(([, spec]) => spec.permission !== 'public'))(
    '%s: 401 without a session',
    async (key) => {
      const reply = await app.request(callOf(key, {}), key.startsWith('GET') ? {} : { body: {} })
      expect([reply.status, codeOf(reply)]).toEqual([401, 'signed_out'])
    },
  )
})

describe('Z6: mass assignment', () => {
  it.each(writes)('Z6: %s refuses every column of the database that it does not name', async (key, spec) => {
    const { rows: columns } = await sql<{ name: string }>`
      SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`.execute(
      app.db,
    )
    const named = new Set(Object.keys((spec.body as unknown as { shape: object }).shape))
    const asked = [
      'role',
      'roles',
      'permissions',
      'tenantId',
      'status',
      'closer',
      'isAdmin',
      'version',
      'userId',
    ]
    const surplus = [...new Set([...columns.flatMap(({ name }) => [name, camel(name)]), ...asked])].filter(
      (name) => !named.has(name),
    )
    expect(surplus.length).toBeGreaterThan(100)
    const administrator = await app.asRole('administrator')
    const ids = await idsFor(spec, administrator)
    const before = await rowPrints(app)
    // An answer names up to 500 problems: the names come in portions below that.
    for (let at = 0; at < surplus.length; at += 300) {
      const portion = surplus.slice(at, at + 300)
      const more = Object.fromEntries(portion.map((name) => [name, 'administrator']))
      const reply = await ask(administrator, key, spec, ids, more)
      expect(reply.status).toBe(400)
      const { problems } = (reply.body as { error: { problems: { code: string; field: string }[] } }).error
      const refused = problems.filter(({ code }) => code === 'unknown_field').map(({ field }) => field)
      expect(portion.filter((name) => !refused.includes(name))).toEqual([])
    }
    expect(await rowPrints(app)).toEqual(before)
  })
})

describe('Z4: lists', () => {
  it.each(table.filter(([key]) => key.startsWith('GET')))(
    'Z4: %s refuses wide pages, hidden sorts and unknown filters',
    async (key, spec) => {
      const ids = await idsFor(spec, mine)
      const base = callOf(key, ids)
      for (const wide of [
        'limit=50000',
        'limit=101',
        'limit=0',
        'size=50000',
        'sort=password_hash',
        'companyId=x',
        'where=1',
      ]) {
        const reply = await mine.request(`${base}${base.includes('?') ? '&' : '?'}${wide}`)
        expect([wide, reply.status]).toEqual([wide, 400])
      }
    },
  )
})
