import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteKey, RouteSpec } from '#contract/http/route.ts'
import { answerableCodes } from '#contract/http/answerable.ts'
import { PROBLEMS_MAX } from '#contract/http/lists.ts'
import { permits } from '#domain/accounts/permissions.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import { FRESH_MS, whoHolds } from '../../features/accounts/session-store.ts'
import type { Who } from '../../features/accounts/who.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Download, EventStream, SessionCookie } from '../../call.ts'
import { refuseCrossSite } from './cross-site.ts'
import { asRefusal } from './error-answer.ts'
import { readAway, readUpload, sendFile } from './file-bodies.ts'
import { actIdOf, once, readKey, type Replay } from './idempotency.ts'
import { wishedLanguage } from './language.ts'
import { checked } from './problems.ts'
import { withoutDust } from './tiny-numbers.ts'
import type { Language } from '#domain/errors.ts'
import type { RateLimits } from './rate-limits.ts'
import {
  readDeviceCookie,
  readSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from './session-cookie.ts'
import type { Streams } from './streams.ts'

export type Pipeline = {
  context: Context
  secure: boolean
  publicOrigin: string | null
  language?: Language
  /** Checks answers and error codes against the contract: in tests and development. */
  verifyAnswers: boolean
  limits: RateLimits
  streams: Streams
}

/** A handler after its types have been checked where the table was made. */
export type AnyHandler = (call: never) => Promise<unknown>

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const readIfMatch = (header: string | undefined): number | null => {
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header ?? '')?.[1]
  return version === undefined ? null : Number(version)
}

/** The version an answer carries, at its top or in its only object. */
const versionIn = (answer: unknown): number | null => {
  if (typeof answer !== 'object' || answer === null) return null
  const places = [answer, ...Object.values(answer)]
  for (const place of places) {
    if (
      typeof place === 'object' &&
      place !== null &&
      'version' in place &&
      typeof place.version === 'number'
    ) {
      return place.version
    }
  }
  return null
}

/**
 * One route of the contract on the wire. The order of the checks is the point: nothing about an object's existence or
 * the shape of a body is said to somebody without the permission.
 */
export const mountRoute = (
  app: FastifyInstance,
  pipeline: Pipeline,
  key: RouteKey,
  spec: RouteSpec,
  handler: AnyHandler,
): void => {
  const [method = '', path = ''] = key.split(' ')
  const { context } = pipeline

  const admit = async (request: FastifyRequest): Promise<void> => {
    const now = context.clock()
    request.caller = { who: null, now }
    refuseCrossSite(method, request.headers, pipeline.publicOrigin, spec.upload !== undefined)
    const token = readSessionCookie(request, pipeline.secure)
    const who = token === null ? null : await whoHolds(context.db, now, token)
    request.caller = { who, now }
    if (who !== null) await pipeline.limits.ofAccount(request)
    if (spec.permission === 'public') return
    // What a phone had kept for one person is not done as another who has signed in there meanwhile.
    const meant = request.headers['sunkeeper-person']
    if (who === null || (meant !== undefined && meant !== who.accountId)) throw new Refusal('signed_out')
    // Before all that a role or a permission would allow: it may do what is named for it alone.
    if (who.look !== undefined && spec.look !== true) throw new Refusal('forbidden')
    if (spec.permission !== 'signed-in' && !permits(who.permissions, spec.permission)) {
      throw new Refusal('forbidden', { needs: spec.permission })
    }
    if (spec.fresh && now - who.provenAt > FRESH_MS) throw new Refusal('sign_in_again')
  }

  const carryOut = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { who, now } = request.caller ?? { who: null, now: context.clock() }
    const params = (request.params ?? {}) as Record<string, string>
    if (Object.values(params).some((id) => !uuidShape.test(id))) throw new Refusal('not_found')
    const query = readQuery(spec, request.query)
    const body = spec.upload ? undefined : readBody(spec, request.body)
    const idempotencyKey = spec.idempotent ? readKey(request.headers['idempotency-key']) : null
    const ifMatch = readIfMatch(request.headers['if-match'])
    if (spec.versioned && ifMatch === null) throw new Refusal('version_missing')
    const call = {
      context,
      params,
      query,
      body,
      who,
      now,
      language: wishedLanguage(request.headers['accept-language']) ?? pipeline.language ?? 'zh_CN',
      requestId: request.id,
      ip: request.ip,
      origin: pipeline.publicOrigin ?? `${request.protocol}://${request.host}`,
      gone: () => goneOf(reply),
      browser: (request.headers['user-agent'] ?? '').slice(0, 200),
      ifMatch,
      actId: idempotencyKey === null || who === null ? randomUUID() : actIdOf(who.accountId, idempotencyKey),
      device: readDeviceCookie(request, pipeline.secure),
      setDevice: (device: string) => writeDeviceCookie(reply, pipeline.secure, device),
      setSession: (token: string | null, how?: SessionCookie) =>
        writeSessionCookie(reply, pipeline.secure, token, how),
      ...(spec.upload && { upload: readUpload(request, spec.upload) }),
    }
    if (spec.stream) return openStream(request, reply, call, who)
    if (spec.download) return sendFile(reply, (await handler(call as never)) as Download)
    const work = (): Promise<unknown> => {
      if (who === null || method !== 'GET') return handler(call as never)
      const gone = goneOf(reply)
      if (!spec.expensive)
        return context.reads.take(who, gone, (hasHadMuch) =>
          hasHadMuch
            ? context.expensive.apart(gone, (db) =>
                handler({ ...call, context: { ...context, db } } as never),
              )
            : handler(call as never),
        )
      // All that it asks of the database goes over connections of its own, and ends with the caller.
      return context.expensive.run(who, gone, (db, over) =>
        handler({ ...call, context: { ...context, db }, gone: () => over } as never),
      )
    }
    const run = async (): Promise<Replay> => {
      const answer = await work()
      if (pipeline.verifyAnswers) verify(key, spec, answer)
      const version = versionIn(answer)
      return { status: spec.status ?? 200, answer, etag: version === null ? null : `"${version}"` }
    }
    const claim =
      idempotencyKey === null || who === null
        ? null
        : { accountId: who.accountId, key: idempotencyKey, route: key, url: request.url, body }
    const unkept = (err: unknown): void =>
      request.log.error({ err, route: key }, 'what was done could not be written under its key')
    const { status, answer, etag } =
      claim === null ? await run() : await once(context.db, now, claim, run, unkept)
    if (etag !== null) void reply.header('etag', etag)
    void reply.code(status).header('cache-control', 'no-store')
    return status === 204
      ? reply.send()
      : reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  }

  const openStream = async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: object,
    who: Who | null,
  ): Promise<FastifyReply> => {
    if (who === null) throw new Refusal('signed_out')
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    )
    const lastEventId = String(request.headers['last-event-id'] ?? '').slice(0, 200) || null
    const stream: EventStream<unknown> = pipeline.streams.open(reply.raw, headers, who, lastEventId)
    reply.hijack()
    const checkedStream: EventStream<unknown> = {
      ...stream,
      send: (event, id) => {
        if (pipeline.verifyAnswers) verify(key, spec, event)
        return stream.send(event, id)
      },
    }
    try {
      await handler({ ...call, stream: checkedStream } as never)
    } catch (error) {
      // The answer has begun, so all that is left is to end it: the browser comes back by itself.
      request.log.error({ err: error }, 'a stream failed')
      stream.end()
    }
    return reply
  }

  /** Refusals of permission and of objects are logged; what the caller learns is unchanged. */
  const noteRefusal = async (request: FastifyRequest, error: unknown): Promise<void> => {
    const refusal = asRefusal(error)
    const about = request.caller
    const reportable =
      refusal.code === 'forbidden' || (refusal.code === 'not_found' && Object.keys(spec.objects).length > 0)
    if (!about?.who || !reportable) return
    const [objectId] = Object.values((request.params ?? {}) as Record<string, string>)
    const [objectKind] = Object.values(spec.objects)
    try {
      await record(context.db, {
        ...auditOf({ ...about, requestId: request.id, ip: request.ip }),
        action: key,
        result: refusal.code,
        ...(objectKind === undefined ? {} : { objectKind }),
        ...(objectId === undefined ? {} : { objectId: objectId.slice(0, 64) }),
      })
    } catch (failure) {
      request.log.warn({ err: failure }, 'a refusal could not be recorded')
    }
  }

  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { upload: spec.upload !== undefined },
    onRequest: admit,
    handler: carryOut,
    errorHandler: async (error, request, reply) => {
      if (spec.upload) await readAway(request, reply)
      const refusal = asRefusal(error)
      if (
        pipeline.verifyAnswers &&
        refusal.code !== 'internal' &&
        !answerableCodes(spec).includes(refusal.code)
      ) {
        request.log.error({ route: key, code: refusal.code }, 'this code is not declared by the route')
        throw new Error(`${key} does not declare ${refusal.code}`)
      }
      await noteRefusal(request, error)
      throw error
    },
  })
}

const goneOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const onClose = (): void => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed || raw.closed) onClose()
  else raw.once('close', onClose)
  return gone.signal
}

const readQuery = (spec: RouteSpec, query: unknown): unknown => {
  const given: Record<string, unknown> = { ...(query as object) }
  const hollow = Object.keys(given).find((name) => String(given[name]).includes('\0'))
  if (hollow !== undefined) throw new Refusal('not_readable')
  if (spec.query) return checked(spec.query, given)
  const [unknown] = Object.keys(given)
  if (unknown !== undefined) throw new Refusal('unknown_field', { field: unknown.slice(0, 200) })
  return undefined
}

const readBody = (spec: RouteSpec, body: unknown): unknown => {
  if (spec.body) return checked(spec.body, withoutDust(body ?? {}))
  if (body === undefined || body === null) return undefined
  const fields = Object.keys(body)
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('invalid_input')
  if (fields.length > 0) {
    throw new Refusal('unknown_field', {
      field: fields[0]?.slice(0, 200) ?? '',
      problems: fields
        .slice(0, PROBLEMS_MAX)
        .map((field) => ({ code: 'unknown_field', field: field.slice(0, 200) })),
    })
  }
  return undefined
}

const verify = (key: string, spec: RouteSpec, answer: unknown): void => {
  const result = spec.output.safeParse(answer)
  if (!result.success) {
    throw new Error(
      `${key} answers what its contract does not say: ${JSON.stringify(result.error.issues).slice(0, 2000)}`,
    )
  }
}
