import type { AnswerOf, BodyInput, ParamsOf, QueryInput } from '#contract/http/route.ts'
import type { Routes } from '#contract/http/routes.ts'

export type RouteKey = keyof Routes & string
export type ReadKey = Extract<RouteKey, `GET ${string}`>
export type ActKey = Exclude<RouteKey, ReadKey>
export type Answer<K extends RouteKey> = AnswerOf<Routes[K]>

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Record<never, unknown> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
type Params<K extends RouteKey> = [keyof ParamsOf<K>] extends [never] ? undefined : ParamsOf<K>

/** What a call of a route is made with. */
export type CallInput<K extends RouteKey> = Part<'params', Params<K>> &
  Part<'query', QueryInput<Routes[K]>> &
  Part<'body', BodyInput<Routes[K]>> &
  (Routes[K] extends { versioned: true }
    ? {
        /** The version last seen. */
        ifMatch: number
      }
    : { ifMatch?: never }) & {
    /** Idempotency-Key; give the same one when a person repeats the same act. A fresh one unless given. */
    key?: string
    /** For whom it is made: the server takes it from nobody else. */
    as?: string
    signal?: AbortSignal
  }
