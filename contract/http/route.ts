import type * as z from 'zod/mini'
import type { Permission } from '#domain/accounts/permissions.ts'
import type { ErrorCode } from '#domain/errors.ts'

/** Whose object an id names. The tenancy tests make one of each that belongs to somebody else. */
export type ObjectKind =
  | 'station'
  | 'station_group'
  | 'share'
  | 'device'
  | 'gateway'
  | 'edge'
  | 'edge_device'
  | 'pairing'
  | 'diagnosis'
  | 'inverter'
  | 'string'
  | 'area'
  | 'place'
  | 'command'
  | 'control'
  | 'question'
  | 'alarm'
  | 'string_alarm'
  | 'order'
  | 'ordered_alarm'
  | 'order_image'
  | 'order_file'
  | 'file'
  | 'message'
  | 'webhook'
  | 'push_subscription'
  | 'account'
  | 'company'
  | 'session'
  | 'look_link'
  | 'stream'
  | 'package'
  | 'upgrade'
  | 'upgrade_task'

type Schema = z.ZodMiniType

/**
 * A route, declared once under its key `'METHOD /path/{id}'`. The server's handler, the web's typed call, OpenAPI and
 * the permission and tenancy tests all derive from it.
 */
export type RouteSpec = {
  summary: string
  /** `public`: without a session. `signed-in`: any session, and the answer is about the caller alone. */
  permission: Permission | 'public' | 'signed-in'
  /**
   * Which ids of the call name an object with an owner: `{ stationId: 'station', 'body.gatewayId': 'gateway' }`.
   * Another tenant's object answers 404. A list route that takes no id says `{}` and is proven by a marker crawl.
   */
  objects: Readonly<Record<string, ObjectKind>>
  /** Strict objects: an unknown field is refused. Path parameters that are not listed are uuids of `objects`. */
  query?: Schema
  body?: Schema
  output: Schema
  /** Codes beyond those that every route can answer (see `commonErrors`). */
  errors?: readonly ErrorCode[]
  /** A creating call: needs an Idempotency-Key; the same key and body give the same answer. */
  idempotent?: boolean
  /** A changing call on a versioned object: needs If-Match with the version last seen. */
  versioned?: boolean
  /**
   * Not for a session that somebody else may have taken over: refused with `sign_in_again` unless the password was
   * entered within the last ten minutes, at the sign-in or by `POST /api/session/confirm`.
   */
  fresh?: boolean
  /** Also for a screen on a wall, which was signed in with a link that can only look. Every other route refuses it. */
  look?: true
  /**
   * It takes the database or a processor for long: done when it is the caller's turn, a few at once and of a company one,
   * over connections apart from everybody else's, and ended when the caller leaves. `busy` when too many wait already.
   */
  expensive?: true
  /** Success status, 200 unless said. */
  status?: 200 | 201 | 204
  /** Server-sent events instead of JSON; `output` is the schema of one event. */
  stream?: boolean
  /** The body is a file as it is, of any content type, and not JSON. */
  upload?: { maxBytes: number; /** `file_too_large` unless said. */ tooLarge?: ErrorCode }
  /** The answer is a stored file with its own content type; `output` describes nothing. */
  download?: boolean
  /** This id of the path is made by the caller: one that is free names nothing yet. */
  makes?: string
}

export const commonErrors = [
  'invalid_input',
  'unknown_field',
  'not_readable',
  'signed_out',
  'forbidden',
  'not_found',
  'too_many',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[]

export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`
export type RouteTable = Readonly<Record<RouteKey, RouteSpec>>

/** Keeps the literal types of a feature's table and checks its shape. */
export const routeTable = <const T extends RouteTable>(table: T): T => table

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The ids in the path, as strings. */
export type ParamsOf<Key extends string> = { [Name in ParamName<Key>]: string }
type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined
type Field<R, Name extends string> = R extends { [N in Name]: infer S } ? S : undefined

/** What a caller sends and gets; dates and numbers as they are in JSON. */
export type QueryInput<R> = In<Field<R, 'query'>>
export type BodyInput<R> = In<Field<R, 'body'>>
export type QueryOf<R> = Out<Field<R, 'query'>>
export type BodyOf<R> = Out<Field<R, 'body'>>
export type AnswerOf<R> = R extends { output: infer S } ? Out<S> : never

/** The body of every error answer. `message` is the sentence in the caller's language. */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    field?: string
    problems?: { code: ErrorCode; field?: string; message: string }[]
    requestId: string
    retryAfterS?: number
    /** On `forbidden`: the permission that is missing, where one alone decides. */
    needs?: Permission
    /** On `version_stale`: the present state, so that a screen can show both. */
    current?: unknown
  }
}
