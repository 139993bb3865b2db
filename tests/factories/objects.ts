import { readdirSync } from 'node:fs'
import type { ObjectKind, RouteKey } from '#contract/http/route.ts'
import type { Caller, TestApp } from '../app.ts'

/** Makes an object that belongs to this caller (their company, or they themselves) and returns its id. */
export type ObjectFactory = (app: TestApp, caller: Caller) => Promise<string>

/** The ids of a call by the names its route gives them in `objects`: `stationId`, `body.companyId`. */
export type Ids = Readonly<Record<string, string>>

/**
 * What a file in this folder may export; the tests over all routes pick it up by itself.
 * `objects`: one factory per kind of object. `bodies`: a valid body for each route that takes one. `queries`: a query
 * string for each route that cannot be called without.
 */
export type FactoryFile = {
  objects?: Partial<Record<ObjectKind, ObjectFactory>>
  bodies?: Partial<Record<RouteKey, (ids: Ids) => unknown>>
  queries?: Partial<Record<RouteKey, string>>
}

export const loadFactories = async (): Promise<Required<FactoryFile>> => {
  const all: Required<FactoryFile> = { objects: {}, bodies: {}, queries: {} }
  const here = readdirSync(import.meta.dirname).filter((name) => /^(?!.*\.test\.)[\w-]+\.ts$/.test(name))
  for (const name of here.filter((one) => one !== 'objects.ts')) {
    const file = (await import(new URL(name, import.meta.url).href)) as FactoryFile
    Object.assign(all.objects, file.objects)
    Object.assign(all.bodies, file.bodies)
    Object.assign(all.queries, file.queries)
  }
  return all
}
