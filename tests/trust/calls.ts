import { randomUUID } from 'node:crypto'
import type { ObjectKind, RouteKey } from '#contract/http/route.ts'
import type { Caller, Options, Reply, TestApp } from '../app.ts'
import type { Ids } from '../factories/objects.ts'
import { loadFactories, queryWith, stationIn } from '../factories/objects.ts'
import type { Described } from './described.ts'

type Body = Record<string, unknown>

export type Calls = {
  make: (kind: ObjectKind, owner: Caller, stationId?: string) => Promise<string>
  /** The ids of a call, all of them this caller's. */
  idsOf: (call: Described, owner: Caller) => Promise<Record<string, string>>
  /** A body that is carried out when the ids may be used; undefined when the call takes none. */
  bodyOf: (call: Described, ids: Ids) => Body | undefined
  /** Method and address, with the query that the call cannot do without. */
  lineOf: (call: Described, ids: Ids) => string
  /** What is sent along: the body, or the file. */
  sentWith: (call: Described, ids: Ids, extra?: Body) => Options
  /** Makes the call; `extra` goes into its body. */
  ask: (caller: Pick<Caller, 'request'>, call: Described, ids: Ids, extra?: Body) => Promise<Reply>
  kinds: ObjectKind[]
}

/** Turns what the server describes into calls, with objects and bodies from `tests/factories`. */
export const callsOf = async (app: TestApp): Promise<Calls> => {
  const factories = await loadFactories()
  const make = async (kind: ObjectKind, owner: Caller, stationId?: string): Promise<string> => {
    const factory = factories.objects[kind]
    if (!factory) throw new Error(`tests/factories has no factory for ${kind}`)
    return factory(app, owner, stationId)
  }
  const bodyOf = (call: Described, ids: Ids): Body | undefined => {
    if (!call.body) return undefined
    const factory = factories.bodies[call.key as RouteKey]
    if (!factory) throw new Error(`tests/factories has no valid body for ${call.key}`)
    return factory(ids) as Body
  }
  const lineOf = ({ key }: Described, ids: Ids): string => {
    const line = key.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID())
    return line + queryWith(factories.queries[key as RouteKey], ids)
  }
  const sentWith = (call: Described, ids: Ids, extra: Body = {}): Options => {
    const upload = factories.uploads[call.key as RouteKey]
    if (call.upload && !upload) throw new Error(`tests/factories has nothing to send to ${call.key}`)
    if (upload) return upload
    const body = bodyOf(call, ids)
    return body ? { body: { ...body, ...extra } } : {}
  }
  return {
    make,
    sentWith,
    idsOf: async (call, owner) => {
      const ids: Record<string, string> = {}
      for (const [name, kind] of Object.entries(call.objects))
        ids[name] = await make(kind, owner, stationIn(call.objects, ids))
      return ids
    },
    bodyOf,
    lineOf,
    ask: (caller, call, ids, extra = {}) => caller.request(lineOf(call, ids), sentWith(call, ids, extra)),
    kinds: Object.keys(factories.objects) as ObjectKind[],
  }
}

export const codeOf = (reply: Reply): string | undefined =>
  (reply.body as { error?: { code?: string } } | null)?.error?.code
