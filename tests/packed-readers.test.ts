import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesReadings as table } from './names-readings.ts'

const root = join(import.meta.dirname, '..')

/**
 * Who may speak of the table of rows, or of packed days: everybody else takes `readings` or `nextReading`, which know
 * both forms (docs/decisions/127-packed-days.md).
 */
const knowing: Record<string, string> = {
  'server/features/telemetry/readings-sql.ts': 'is what the others take',
  'server/features/telemetry/reading-stage.ts': 'writes rows',
  'server/features/telemetry/late-store.ts': 'keeps out what is packed',
  'server/features/telemetry/pack-store.ts': 'packs',
  'server/features/telemetry/mark-still.ts': 'flags rows, after late-store.ts has unpacked their days',
  'server/features/telemetry/still-store.ts': 'flags rows, after late-store.ts has unpacked their days',
  'server/features/telemetry/apply-rating.ts': 'flags rows, after it has unpacked their days',
}
const files = globSync('server/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\.fixture\.ts$/.test(file) && !file.includes('platform/db/'),
)

it('packed days are forgotten by no reader: none but a few name the tables', () => {
  const naming = files.filter((file) => table.test(readFileSync(join(root, file), 'utf8')))
  expect(naming.filter((file) => !(file in knowing) && !file.endsWith('telemetry/feature.ts'))).toEqual([])
  expect(Object.keys(knowing).filter((file) => !naming.includes(file))).toEqual([])
})

it.each([
  'SELECT 1 FROM reading r',
  'JOIN reading r',
  "selectFrom('reading')",
  'FROM reading_packed p',
  'FROM reading_rows r',
  "['reading', 'latest']",
])('%s names them', (text) => expect(table.test(text)).toBe(true))
it.each([
  'FROM ${readings(ofDevice(no), from, to)} AS r',
  'a reading of it',
  'FROM reading_stage',
  'the reading',
])('%s does not', (text) => expect(table.test(text)).toBe(false))
