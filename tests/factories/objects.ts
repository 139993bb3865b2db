import { readdirSync } from 'node:fs'
import type { ObjectKind, RouteKey } from '#contract/http/route.ts'
import type { Caller, TestApp } from '../app.ts'

/**
 * Makes an object that belongs to this caller (their company, or they themselves) and returns its id. With the id of a
 * station of the caller it is made there: the objects of one call belong together.
 */
export type ObjectFactory = (app: TestApp, caller: Caller, stationId?: string) => Promise<string>

/** The ids of a call by the names its route gives them in `objects`: `stationId`, `body.companyId`. */
export type Ids = Readonly<Record<string, string>>

type Upload = { raw: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/**
 * What a file in this folder may export; the tests over all routes pick it up by itself.
 * `objects`: one factory per kind of object. `bodies`: a valid body for each route that takes one. `queries`: a query
 * string for each route that cannot be called without. `uploads`: what is sent to a route that takes a file.
 */
export type FactoryFile = {
  objects?: Partial<Record<ObjectKind, ObjectFactory>>
  bodies?: Partial<Record<RouteKey, (ids: Ids) => unknown>>
  queries?: Partial<Record<RouteKey, string>>
  uploads?: Partial<Record<RouteKey, Upload>>
}

/** The station among the ids that a call has already, when it has one. */
export const stationIn = (objects: Readonly<Record<string, ObjectKind>>, ids: Ids): string | undefined =>
  Object.keys(ids).flatMap((name) => (objects[name] === 'station' ? (ids[name] ?? []) : []))[0]

/** The ids that go into the query, after those a route cannot be called without. */
export const queryWith = (query: string | undefined, ids: Ids): string => {
  const named = Object.entries(ids).flatMap(([name, id]) =>
    name.startsWith('query.') ? [`${name.slice('query.'.length)}=${id}`] : [],
  )
  const all = [...(query ? [query] : []), ...named]
  return all.length === 0 ? '' : `?${all.join('&')}`
}

export const loadFactories = async (): Promise<Required<FactoryFile>> => {
  const all: Required<FactoryFile> = { objects: {}, bodies: {}, queries: {}, uploads: {} }
  const here = readdirSync(import.meta.dirname).filter((name) => /^(?!.*\.test\.)[\w-]+\.ts$/.test(name))
  for (const name of here.filter((one) => one !== 'objects.ts')) {
    const file = (await import(new URL(name, import.meta.url).href)) as FactoryFile
    Object.assign(all.objects, file.objects)
    Object.assign(all.bodies, file.bodies)
    Object.assign(all.queries, file.queries)
    Object.assign(all.uploads, file.uploads)
  }
  return all
}
