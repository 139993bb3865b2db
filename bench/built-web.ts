import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Sizes of the built app after gzip, bytes. */
export type BuiltWeb = {
  /** What home needs before it stands, its chart apart: page, code, styles and the words of the larger language. */
  first: number
  firstChart: number
  /** All style sheets in one piece. */
  css: number
  /**
   * By route, in its larger language, beyond what home has loaded: `all` of it; `ours` without the libraries, each
   * script's part by the length of what was written here; `own` of that what no other route loads.
   */
  further: { route: string; all: number; ours: number; own: number; charts: boolean }[]
}

/** As scripts/vite/first-paint.ts writes it. */
type Loads = {
  entry: string[]
  parts: Record<string, string[]>
  words: Record<string, string[]>
  own: Record<string, number>
}

const KB = 1024
/**
 * `further` has room for a map of the roof beside its tools on wide screens. `shared` bounds what a route brings of ours
 * together with the parts that other routes load too. `css` is 7.5 KB more than a phone alone needed: rail, panes,
 * columns, forms of two, tables and bulk acts of wide screens, a wall, and sheets that come from the side.
 */
export const budgets = { first: 156 * KB, further: 17 * KB, charts: 40 * KB, css: 34.5 * KB, shared: 56 * KB }

const dist = fileURLToPath(new URL('../dist/h5', import.meta.url))
const languages = ['zh_CN', 'en']
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
  const needs = (route: string, language: string): Set<string> =>
    new Set([...part(route), ...(loads.words[route] ?? []).flatMap((name) => part(`${language}/${name}`))])
  const firstIn = (language: string): Set<string> =>
    new Set(['index.html', ...loads.entry, ...part(`${language}/core`), ...needs('home', language)])
  const written = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + weigh(file) * (loads.own[file] ?? 1), 0)
  const routes = Object.keys(loads.words).filter((route) => route !== 'home')
  const further = routes.map((route) => {
    const more = (language: string): Set<string> => needs(route, language).difference(firstIn(language))
    const others = (language: string): Set<string> =>
      new Set(routes.filter((one) => one !== route).flatMap((one) => [...needs(one, language)]))
    return {
      route,
      all: most((language) => sum(more(language))),
      ours: most((language) => written(more(language))),
      own: most((language) => written(more(language).difference(others(language)))),
      charts: [...needs(route, 'en')].some(isChart),
    }
  })
  const css = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
  return {
    first: most((language) => sum([...firstIn(language)].filter((file) => !isChart(file)))),
    firstChart: sum([...firstIn('en')].filter(isChart)),
    css: gzipSync(Buffer.concat(css.map((name) => readFileSync(join(dist, 'assets', name)))), { level: 9 })
      .length,
    further,
  }
}
