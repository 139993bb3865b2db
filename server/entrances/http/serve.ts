import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  RawServerBase,
} from 'fastify'
import { fastify, LogController } from 'fastify'
import { openApi } from '#contract/http/open-api.ts'
import type { RouteKey, RouteTable } from '#contract/http/route.ts'
import type { Language } from '#domain/errors.ts'
import { tileOrigin } from '#domain/stations/map-tiles.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appPage, serveApp } from './app-files.ts'
import { hasAmbiguousHead } from './ambiguous-head.ts'
import { limitBodies } from './body-patience.ts'
import type { Handlers } from '../../call.ts'
import { answerUnreadable } from './client-error.ts'
import { mountEdgeProgram } from './edge-download.ts'
import { createErrorAnswer } from './error-answer.ts'
import { mountAuthority } from './authority.ts'
import { mountHealth, type Readiness } from './health.ts'
import { createRequestTimes } from '../../platform/http/metrics.ts'
import { refuseForeignHosts } from './foreign-hosts.ts'
import { createRateLimits, usualRates } from './rate-limits.ts'
import { rememberCallers } from './request-caller.ts'
import { type AnyHandler, mountRoute } from './route-pipeline.ts'
import { securityHeaders } from './security-headers.ts'
import { createStreams } from './streams.ts'
import { parseStrictJson, readUtf8 } from './strict-json.ts'

export type HttpSettings = {
  /** People reach the server by https, here or at a proxy: `__Host-` cookie and HSTS. */
  secure: boolean
  /** `https://host`, when the server knows its public name. */
  publicOrigin: string | null
  /** Of the installation, for whoever names none; Chinese unless said. */
  language?: Language
  /** What the server is called beyond its public name, its certificate's names and those of its own network. */
  hostNames?: readonly string[]
  shellOrigins: readonly string[]
  /** PEM; null = plain http. */
  tls: { cert: string; key: string } | null
  /** PEM of the local certificate authority, for phones to download; none unless said. */
  authority?: string | null
  /** The built app (`dist/h5`); null serves the API alone. */
  appDir: string | null
  /** Checks each answer strictly against the contract (tests, development). */
  verifyAnswers: boolean
  rates?: typeof usualRates
  /** How long a caller may take; the usual ones unless a test has less patience. */
  patience?: typeof usualPatience
  /** Only addresses of proxies that are trusted to name the caller; none by default. */
  trustProxy?: string[]
}

type MountArguments = Parameters<typeof mountRoute> extends [unknown, ...infer Rest] ? Rest : never

export const BODY_MAX = 1024 * 1024

/**
 * Milliseconds for the headers of a request, for its body, for one that is a file, and between two looks at who is
 * late. Node's own defaults are 60 s for the headers and 300 s for everything.
 */
export const usualPatience = { headersMs: 10_000, requestMs: 60_000, uploadMs: 300_000, lookMs: 2_000 }

/**
 * The HTTP entrance. `handlers` answers `routes` one to one: a gap is a type error and, for callers that went around
 * the types, an error here. Listen with `app.listen({ port, host })`; `app.close()` lets requests finish and ends streams.
 */
export const createHttp = async <const T extends RouteTable>(given: {
  context: Context
  routes: T
  handlers: Handlers<T>
  settings: HttpSettings
  /** Beyond the database: whatever else must stand before people are let in. */
  ready?: Readiness
  /** What people have to do without for now, though they can be served. */
  impaired?: () => string[]
}): Promise<FastifyInstance> => {
  const { context, settings } = given
  const keys = Object.keys(given.routes) as RouteKey[]
  const handlers = given.handlers as unknown as Record<string, AnyHandler | undefined>
  const missing = keys.filter((key) => handlers[key] === undefined)
  const surplus = Object.keys(handlers).filter((key) => !Object.hasOwn(given.routes, key))
  if (missing.length + surplus.length > 0) {
    throw new Error(
      `Routes without a handler: ${missing.join(', ')}; handlers without a route: ${surplus.join(', ')}`,
    )
  }

  const app = openFastify(context, settings)
  const times = createRequestTimes(context.metrics)
  const streams = createStreams(context)
  await app.register(cookie)
  const tileServer = context.mapTiles
  await securityHeaders(app, {
    ...settings,
    tileOrigin: tileServer === null ? null : tileOrigin(tileServer),
  })
  rememberCallers(app)
  const limits = await createRateLimits(app, settings.rates ?? usualRates)
  // Every address is counted, known or not, before anything else is looked at.
  app.addHook('onRequest', (request) => limits.ofAddress(request))
  limitBodies(app, (settings.patience ?? usualPatience).requestMs)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, bytes.length === 0 ? undefined : parseStrictJson(readUtf8(bytes as Buffer)))
    } catch (error) {
      done(error as Error)
    }
  })
  const answerError = createErrorAnswer(settings.language ?? 'zh_CN')
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasAmbiguousHead(request.raw)) return
    void reply.header('connection', 'close')
    throw new Refusal('not_readable')
  })
  refuseForeignHosts(app, settings)
  app.setNotFoundHandler(async (request, reply) => {
    if (!usualMethods.includes(request.method)) {
      void reply.header('allow', 'GET, HEAD, POST, PUT, DELETE')
      throw new Refusal('method_not_allowed')
    }
    const page = appPage(request, reply, settings.appDir)
    return page ?? answerError(new Refusal('not_found'), request, reply)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    times.note(`${request.method} ${route}`, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    context.expensive.stop()
    streams.close()
  })
  app.addHook('onClose', () => context.expensive.close())
  // Whoever is answered while the server ends must not keep the connection for another call.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })

  const pipeline = { context, limits, streams, ...settings }
  for (const [key, spec] of Object.entries(given.routes) as [RouteKey, T[RouteKey]][]) {
    const handler = handlers[key]
    if (!spec || !handler) continue
    if (spec.upload) await mountUpload(app, pipeline, key, spec, handler)
    else mountRoute(app, pipeline, key, spec, handler)
  }
  refuseOtherMethods(app, keys)
  mountHealth(app, context, given)
  mountAuthority(app, settings.authority ?? null)
  mountEdgeProgram(app, context)
  // Made when it is asked for first: next to no start needs it.
  let description: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApi(given.routes))
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(description)
  })
  await serveApp(app, settings.appDir)
  return app
}

const openFastify = (context: Context, settings: HttpSettings): FastifyInstance => {
  const patience = settings.patience ?? usualPatience
  const answerError = createErrorAnswer(settings.language ?? 'zh_CN')
  const options = {
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: BODY_MAX,
    requestTimeout: patience.uploadMs,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.lookMs },
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 128, caseSensitive: true, ignoreTrailingSlash: false },
    // Addresses that the router cannot read.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
  } satisfies FastifyServerOptions<RawServerBase, Context['log']> & { http: object }
  const { http, ...rest } = options
  const { tls } = settings
  return (tls
    ? fastify({ ...rest, https: { cert: tls.cert, key: tls.key, ...http, minVersion: 'TLSv1.2' } })
    : fastify(options)) as unknown as FastifyInstance
}

/** In a scope of its own, where a body of any type comes as a stream; everywhere else only JSON is read. */
const mountUpload = async (
  app: FastifyInstance,
  ...[pipeline, key, spec, handler]: MountArguments
): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    mountRoute(scope, pipeline, key, spec, handler)
  })
}

const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A known address that is asked in the wrong way says which ways it knows. */
const refuseOtherMethods = (app: FastifyInstance, keys: readonly RouteKey[]): void => {
  const known = new Map<string, string[]>()
  for (const key of keys) {
    const [method = '', path = ''] = key.split(' ')
    known.set(path, [...(known.get(path) ?? []), method])
  }
  for (const [path, methods] of known) {
    app.route({
      method: usualMethods.filter((one) => !methods.includes(one)),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      // Before any body is read.
      onRequest: async (_request, reply) => {
        void reply.header('allow', methods.join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: async () => undefined,
    })
  }
}
