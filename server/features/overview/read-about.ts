import { createRequire } from 'node:module'
import path from 'node:path'
import type { AnswerOf } from '#contract/http/route.ts'
import type { overviewRoutes } from '#contract/http/overview.ts'
import type { Context } from '../../context.ts'
import { serverVersion, versionIn } from '../../platform/server-version.ts'
import { versions } from './overview-store.ts'

export type About = AnswerOf<(typeof overviewRoutes)['GET /api/about']>

/** Where npm has put a package: its entry lies somewhere below. */
const folderOf = (name: string): string => {
  const entry = createRequire(import.meta.url).resolve(name)
  const part = `${path.sep}node_modules${path.sep}${name}`
  return entry.slice(0, entry.lastIndexOf(part) + part.length)
}

/** Versions as each part says them itself. */
export const readAbout = async ({ db, broker }: Pick<Context, 'db' | 'broker'>): Promise<About> => {
  const [asked, server, brokerVersion] = await Promise.all([
    versions(db),
    serverVersion(),
    broker === 'built_in' ? versionIn(folderOf('aedes')) : null,
  ])
  const [row] = asked.rows
  return {
    server,
    node: process.versions.node,
    // Distributions append their own name and number.
    database: `PostgreSQL ${row?.version.split(' ')[0] ?? ''}`,
    schema: row?.schema ?? '',
    broker: brokerVersion === null ? null : `aedes ${brokerVersion}`,
  }
}
