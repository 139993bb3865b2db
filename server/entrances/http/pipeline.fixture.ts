import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { pageLimit } from '#contract/http/lists.ts'
import { routeTable } from '#contract/http/route.ts'
import { filledLine, uuid } from '#domain/accounts/fields.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../../call.ts'

/** A small contract with one route for each thing that the pipeline does by itself. */
export const thingRoutes = routeTable({
  'GET /api/things': {
    summary: 'List',
    permission: 'station:station:view',
    objects: {},
    query: z.strictObject({ limit: z.optional(pageLimit), sort: z.optional(z.enum(['name', 'newest'])) }),
    output: z.strictObject({ limit: z.nullable(z.number()) }),
  },
  'POST /api/things': {
    summary: 'Create',
    permission: 'station:station:create',
    objects: {},
    body: z.strictObject({
      name: filledLine(10),
      size: z.optional(z.number()),
      wait: z.optional(z.boolean()),
    }),
    output: z.strictObject({ id: uuid, secret: z.string(), name: z.string() }),
    idempotent: true,
    status: 201,
  },
  'PUT /api/things/{thingId}': {
    summary: 'Change',
    permission: 'station:station:edit',
    objects: { thingId: 'station' },
    body: z.strictObject({ name: filledLine(10) }),
    output: z.strictObject({ thing: z.strictObject({ name: z.string(), version: z.number() }) }),
    versioned: true,
  },
  'GET /api/things/{thingId}': {
    summary: 'Read',
    permission: 'station:station:view',
    objects: { thingId: 'station' },
    output: z.strictObject({ name: z.string() }),
  },
  'GET /api/fault': {
    summary: 'Fail in one of several ways',
    permission: 'public',
    objects: {},
    query: z.strictObject({ kind: z.string() }),
    output: z.strictObject({ n: z.number() }),
  },
  'GET /api/patience': {
    summary: 'Work until the caller leaves',
    permission: 'public',
    objects: {},
    output: z.strictObject({ n: z.number() }),
  },
  'GET /api/events': {
    summary: 'Stream',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({ n: z.number() }),
    stream: true,
  },
})

/** What the handlers did and what a test can make them do. */
export const thingState = {
  created: 0,
  /** Callers that have come for `/api/patience`, and that have left. */
  came: 0,
  left: 0,
  release: (): void => {},
  streams: [] as {
    send: (event: { n: number }) => boolean
    permissions: () => readonly string[]
    closed: AbortSignal
  }[],
}

const fail = (kind: string): { n: number } => {
  if (kind === 'throw') throw new Error('the password of the database is hunter2')
  if (kind === 'undeclared') throw new Refusal('sn_repeat')
  if (kind === 'text') throw 'not even an error' // oxlint-disable-line no-throw-literal -- what a careless library may throw
  if (kind === 'answer') return { n: 1, more: 2 } as { n: number }
  return { n: 1 }
}

export const thingHandlers: Handlers<typeof thingRoutes> = {
  'GET /api/things': async ({ query }) => ({ limit: query.limit ?? null }),
  'POST /api/things': async ({ body }) => {
    thingState.created += 1
    if (body.name === 'refuse') throw new Refusal('forbidden')
    if (body.wait === true) {
      await new Promise<void>((resolve) => {
        thingState.release = resolve
      })
    }
    return { id: randomUUID(), secret: randomUUID(), name: body.name }
  },
  'PUT /api/things/{thingId}': async ({ ifMatch, body }) => {
    if (ifMatch !== 3) throw new Refusal('version_stale', { current: { name: 'as it is', version: 3 } })
    return { thing: { name: body.name, version: 4 } }
  },
  'GET /api/things/{thingId}': async () => {
    throw new Refusal('not_found')
  },
  'GET /api/fault': async ({ query }) => fail(query.kind),
  'GET /api/patience': async ({ gone }) => {
    thingState.came += 1
    const signal = gone()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    thingState.left += 1
    return { n: 1 }
  },
  'GET /api/events': async ({ stream }) => {
    thingState.streams.push({
      send: (event) => stream.send(event),
      permissions: () => stream.who().permissions,
      closed: stream.closed,
    })
    stream.send({ n: 0 })
  },
}
