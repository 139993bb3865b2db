// Walks every route: those that are declared expensive wait for their turn, no other one does.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RouteKey, RouteSpec } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import { createExpensiveReads } from '#server/platform/expensive-reads.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Handlers } from '#server/call.ts'
import { testApp } from './app.ts'
import { loadFactories, queryWith } from './factories/objects.ts'

const table = Object.entries(routes) as [RouteKey, RouteSpec][]
const factories = await loadFactories()

/** Whoever was let in was given these handles of the database. */
const given: unknown[] = []
const answers = Object.fromEntries(
  table.map(([key]) => [
    key,
    async ({ context }: { context: { db: unknown } }) => {
      given.push(context.db)
      return refuse('not_found')
    },
  ]),
) as unknown as Handlers<typeof routes>
const app = await testApp({ handlers: answers })
const caller = await app.asRole('plenary')
let turns = 0
let shortTurns = 0
const { expensive, reads } = app.context
Object.assign(app.context, {
  reads: {
    ...reads,
    take: (...[who, gone, work]: Parameters<typeof reads.take>) => {
      shortTurns += 1
      return reads.take(who, gone, work)
    },
  },
  expensive: {
    ...expensive,
    run: (...[who, gone, read]: Parameters<typeof expensive.run>) => {
      turns += 1
      return expensive.run(who, gone, read)
    },
  },
})

const callOf = (key: RouteKey): string =>
  key.replaceAll(/\{\w+\}/g, () => randomUUID()) + queryWith(factories.queries[key], {})

/** A refused report: status, when to come again, code and sentence. */
const askReport = async (language: string) => {
  const reply = await caller.request('GET /api/report', { headers: { 'accept-language': language } })
  const { error } = reply.body as { error: { code: string; message: string; retryAfterS: number } }
  return [reply.status, reply.headers.get('retry-after'), error.code, error.retryAfterS, error.message]
}

describe('expensive routes', () => {
  it('T1: are these, each a read of somebody who is signed in', () => {
    expect(
      table
        .filter(([, spec]) => spec.expensive)
        .map(([key]) => key)
        .sort(),
    ).toEqual([
      'GET /api/report',
      'GET /api/report/table',
      'GET /api/stations/{stationId}/alarm-rules/rehearsal',
      'GET /api/stations/{stationId}/om',
      'GET /api/stations/{stationId}/om/table',
      'GET /api/stations/{stationId}/report',
      'GET /api/stations/{stationId}/report/table',
    ])
    const others = table.filter(
      ([key, { expensive: is, permission, stream, download, upload, look }]) =>
        is && (!key.startsWith('GET') || permission === 'public' || stream || download || upload || look),
    )
    expect(others.map(([key]) => key)).toEqual([])
  })

  it.each(table.filter(([, { stream, upload }]) => !stream && !upload))(
    'T1: %s waits among expensive ones exactly when it is one, among the others when it reads',
    async (key, spec) => {
      turns = 0
      shortTurns = 0
      given.length = 0
      const reply = await caller.request(callOf(key))
      const isRead = key.startsWith('GET') && !spec.download
      expect([turns, shortTurns]).toEqual(spec.expensive ? [1, 0] : [0, isRead ? 1 : 0])
      // With a body it would go on; a read has none.
      if (!key.startsWith('GET')) return
      expect([key, reply.status]).toEqual([key, 404])
      expect(given.map((db) => db === app.context.db)).toEqual([!spec.expensive])
    },
  )

  it('T1: are apart as other reads of a company are that has had much of late', async () => {
    given.length = 0
    const much = { ...reads, take: (...[, , work]: Parameters<typeof reads.take>) => work(true) }
    const before = app.context.reads
    Object.assign(app.context, { reads: much })
    expect((await caller.request('GET /api/stations')).status).toBe(404)
    Object.assign(app.context, { reads: before })
    expect((await caller.request('GET /api/stations')).status).toBe(404)
    expect(given.map((db) => db === app.context.db)).toEqual([false, true])
  })

  it('T1: are refused in words, and with when to come again, where too many wait', async () => {
    const url = app.context.pool.options.connectionString ?? ''
    const full = createExpensiveReads(url, app.context.log, { line: 0 })
    Object.assign(app.context, { expensive: full })
    const said = [429, '5', 'busy', 5]
    expect(await askReport('en')).toEqual([
      ...said,
      'Too many long requests are waiting already. Please try again in a moment.',
    ])
    expect(await askReport('zh-CN')).toEqual([...said, '排队中的耗时请求过多，请稍后重试。'])
    Object.assign(app.context, { expensive })
  })
})
