import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const offered = [
  ...readFileSync(join(import.meta.dirname, 'composed.css'), 'utf8').matchAll(/^ {2}\.([\w-]+) \{/gm),
]
const sheets = globSync('**/*.module.css', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'))
const composed = sheets.flatMap((sheet) =>
  [...sheet.matchAll(/composes: ([\w ]+) from global/g)].flatMap(([, names = '']) => names.split(' ')),
)

it('holds what style sheets compose, and nothing that none composes', () => {
  const names = offered.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  expect([...new Set(composed)].toSorted()).toEqual(names.toSorted())
})
