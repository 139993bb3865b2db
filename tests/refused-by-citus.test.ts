import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesReadings } from './names-readings.ts'

// What Citus refuses whatever stands around it, by the text of every statement: refused-by-citus.db.test.ts has them
// asked and looks at lists (docs/decisions/145-lists-that-citus-takes.md).
const root = join(import.meta.dirname, '..')
const holding =
  /FOR (?:NO KEY )?(?:UPDATE|(?:KEY )?SHARE)[\s\S]{0,40}\breading|\breading\b[^;`]{0,200}FOR (?:NO KEY )?UPDATE/
const rolledUp = /TABLESAMPLE|GROUPING SETS|WITH RECURSIVE/

const files = globSync('server/features/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\.fixture\.ts$/.test(file),
)
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const speaking = files.filter(
  (file) => /readings-sql\.ts/.test(textOf(file)) || namesReadings.test(textOf(file)),
)

it('no statement locks rows of readings, samples them or adds them up in sets', () => {
  expect(speaking.length).toBeGreaterThan(10)
  expect(speaking.filter((file) => holding.test(textOf(file)) || rolledUp.test(textOf(file)))).toEqual([])
})

it.each([
  ['locked', holding, 'SELECT 1 FROM reading WHERE device_no = $1 FOR UPDATE'],
  ['sampled', rolledUp, 'FROM reading TABLESAMPLE system (1)'],
])('%s is found', (_, form, text) => expect(form.test(text)).toBe(true))
