import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Sizes of the built app after gzip, bytes. */
export type BuiltWeb = {
  /** What home needs before it stands, its chart apart: page, code, styles and the words of the larger language. */
  first: number
  firstChart: number
  /** All style sheets together. */
  css: number
  /**
   * By route: what it loads beyond home and the routes on the way to it, in its larger language; `own` without the
   * libraries, each script's part by the length of what was written here.
   */
  further: { route: string; bytes: number; own: number; charts: boolean }[]
}

/** As `vite.config.ts` writes it. */
type Loads = {
  entry: string[]
  parts: Record<string, string[]>
  words: Record<string, string[]>
  own: Record<string, number>
}

const KB = 1024
export const budgets = { first: 150 * KB, further: 15 * KB, charts: 40 * KB, css: 20 * KB }

const dist = fileURLToPath(new URL('../dist/h5', import.meta.url))
const languages = ['zh_CN', 'en']
/** Where people come from, when it is not home: what that route loaded is there already. */
const before: Record<string, string> = {
  'station-detail': 'station-list',
  'create-or-edit-station': 'station-list',
  'add-communication-device': 'station-detail',
  'inverter-detail': 'station-detail',
  'optimizer-detail': 'station-detail',
  'gateway-detail': 'station-detail',
  'shutdown-detail': 'station-detail',
}
/** Chunks that draw charts, by name. */
const chart = /^assets\/(?:plot|time-chart|bar-chart)-[^/]*\.js$/
const most = (of: (language: string) => number): number => Math.max(...languages.map(of))
const isChart = (file: string): boolean => chart.test(file)

/**
 * Weighs the build in `dist/h5`.
 * @throws when there is none.
 */
export const weighBuiltWeb = (): BuiltWeb => {
  const stated = join(dist, 'loads.json')
  if (!existsSync(stated)) throw new Error('the app has not been built: npm run build')
  const loads = JSON.parse(readFileSync(stated, 'utf8')) as Loads
  const sizes = new Map<string, number>()
  const weigh = (file: string): number => {
    const held = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    sizes.set(file, held)
    return held
  }
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0)
  const part = (name: string): string[] => {
    const files = loads.parts[name]
    if (files === undefined) throw new Error(`the build has no ${name}`)
    return files
  }
  const pageOf = (route: string): string => route.replace(/(-page)?$/, '-page')
  const needs = (route: string, language: string): Set<string> =>
    new Set([
      ...part(pageOf(route)),
      ...(loads.words[route] ?? []).flatMap((name) => part(`${language}/${name}`)),
    ])
  const firstIn = (language: string): Set<string> =>
    new Set(['index.html', ...loads.entry, ...part(`${language}/core`), ...needs('home', language)])
  /** Everything that is there when somebody comes to a route. */
  const had = (route: string, language: string): Set<string> => {
    const from = before[route]
    return from === undefined || loads.words[from] === undefined
      ? firstIn(language)
      : had(from, language).union(needs(from, language))
  }
  const own = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + weigh(file) * (loads.own[file] ?? 1), 0)
  const further = Object.keys(loads.words)
    .filter((route) => route !== 'home')
    .map((route) => ({
      route,
      bytes: most((language) => sum(needs(route, language).difference(had(route, language)))),
      own: most((language) => own(needs(route, language).difference(had(route, language)))),
      charts: [...needs(route, 'en').difference(had(route, 'en'))].some(isChart),
    }))
  const css = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
  return {
    first: most((language) => sum([...firstIn(language)].filter((file) => !isChart(file)))),
    firstChart: sum([...firstIn('en')].filter(isChart)),
    css: sum(css.map((name) => `assets/${name}`)),
    further,
  }
}
