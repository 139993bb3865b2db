import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesReadings } from './names-readings.ts'

const root = join(import.meta.dirname, '..')

/**
 * What Citus refuses of a statement over several devices at once: readings asked for by each row of a list that every
 * machine would have to know whole. These have to be asked a device at a time before tables of readings can be spread
 * (docs/scale.md, "Readings on several machines"); nothing may be added.
 */
const toRewrite = [
  'server/features/telemetry/counter-store.ts',
  'server/features/telemetry/late-store.ts',
  'server/features/telemetry/mark-still.ts',
  'server/features/telemetry/readings-sql.ts',
  'server/features/telemetry/still-store.ts',
  'server/features/topology/heat-store.ts',
]
const byRow = /LATERAL\s*(?:\(|\$\{(?:readings|nextReading)\()/
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

it('no further statement asks for readings by each row of a list', () => {
  expect(speaking.length).toBeGreaterThan(10)
  expect(speaking.filter((file) => byRow.test(textOf(file))).toSorted()).toEqual(toRewrite)
})

it('no statement locks rows of readings, samples them or adds them up in sets', () => {
  expect(speaking.filter((file) => holding.test(textOf(file)) || rolledUp.test(textOf(file)))).toEqual([])
})

it.each([
  ['by a list', byRow, 'CROSS JOIN LATERAL (\n SELECT 1 FROM reading o'],
  ['by a list through a reader', byRow, 'CROSS JOIN LATERAL ${readings(sql`= w.no`'],
  ['locked', holding, 'SELECT 1 FROM reading WHERE device_no = $1 FOR UPDATE'],
  ['sampled', rolledUp, 'FROM reading TABLESAMPLE system (1)'],
])('%s is found', (_, form, text) => expect(form.test(text)).toBe(true))
