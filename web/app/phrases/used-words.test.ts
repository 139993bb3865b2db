import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { metrics } from '#domain/telemetry/metrics.ts'

type Tree = { readonly [key: string]: string | Tree }
const catalogues = import.meta.glob<Record<string, Tree>>('./en/*.ts', { eager: true })
const flat = (tree: Tree, path: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...path, key]] : flat(value, [...path, key]),
  )

const sources = Object.keys(
  import.meta.glob(['../../**/*.{ts,tsx}', '!./en/**', '!./zh_CN/**', '!../../**/*.test.ts']),
)
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
/** Everything in quotes, and what stands before and between the gaps of templates. */
const quoted = new Set([
  ...[...sources.matchAll(/['"`]([\w.-]+)['"`]/g)].map((found) => found[1]),
  // A reading is named by the catalogue of metrics.
  ...Object.values(metrics).map(({ view }) => `device.readings.${view}`),
])
const beforeGap = new Set([...sources.matchAll(/[`}]([\w.-]*)\.\$\{/g)].map((found) => found[1]))
const afterGap = new Set([...sources.matchAll(/\}([\w-]+)`/g)].map((found) => found[1]))
const keys = new Set([...sources.matchAll(/\b([A-Za-z][\w]*)\s*:/g)].map((found) => found[1]))

/** A word is used when its path, or the end of it, stands somewhere as text, or when a template can make it. */
const isUsed = (path: readonly string[]): boolean => {
  const ends = path.map((_, from) => path.slice(from).join('.'))
  if (ends.some((end) => quoted.has(end))) return true
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1)
  if (parent.some((_, from) => beforeGap.has(parent.slice(from).join('.')))) return true
  return [...afterGap].some((end) => end !== undefined && last.endsWith(end)) || keys.has(last)
}

/** Words whose keys come from the server as they are. */
const namedByData = ['device.quality.', 'device.readings.', 'arrays.clash.']

it('every word is said somewhere', () => {
  const unused = Object.values(catalogues)
    .flatMap((file) => Object.values(file))
    .flatMap((tree) => flat(tree))
    .filter((path) => !isUsed(path))
    .map((path) => path.join('.'))
    .filter((path) => !namedByData.some((prefix) => path.startsWith(prefix)))
  expect(unused).toEqual([])
})
