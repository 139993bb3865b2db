import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { protections } from './protections/list.ts'

const root = join(import.meta.dirname, '..')
export const trustPageFile = join(root, 'docs/trust.md')

const testFiles = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.spec.ts']
const outside = /(^|\/)(node_modules|dist|data|test-results)(\/|$)/

/** A title as the first argument of a test or a group of tests, with the row it proves at its head. */
const titleShape = /\(\s*(['"`])([A-Z]\d{1,2}): ((?:\\.|(?!\1)[^\\\n])*)\1,/g

/** What vitest fills in for each case of a table. */
const holes = /%[sdifjo#%]|\$\{[^}]*\}|\$\w+/g

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('*', '\\*')

type Row = { row: string; titles: string[]; files: Set<string> }

/** A2 before A10. */
const order = (name: string): string => name.charAt(0) + name.slice(1).padStart(3, '0')

const readRows = (): Row[] => {
  const rows = new Map<string, Row>()
  const files = globSync(testFiles, { cwd: root, exclude: (name) => outside.test(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  for (const file of files) {
    for (const [, , name = '', rest = ''] of readFileSync(join(root, file), 'utf8').matchAll(titleShape)) {
      const row = rows.get(name) ?? { row: name, titles: [], files: new Set() }
      const title = rest.replaceAll(/\\(.)/g, '$1').replaceAll(holes, '…')
      // A title that is all table says nothing here.
      if (/\p{L}/u.test(title) && !row.titles.includes(title)) row.titles.push(title)
      row.files.add(file)
      rows.set(name, row)
    }
  }
  return [...rows.values()].sort((a, b) => (order(a.row) < order(b.row) ? -1 : 1))
}

/** Attacks and faults by row, what the tests of each say, and where they stand. */
export const trustPageText = (): string => {
  const taken = new Map<string, string[]>()
  for (const { row, without } of protections) taken.set(row, [...(taken.get(row) ?? []), without])
  const rows = readRows()
  return [
    '# Attacks and faults, and the tests that prove them',
    '',
    '<!-- Made from the titles of the tests by `npm run generate`. -->',
    '',
    'A test that proves a row of this page begins its title with it: `D3: …`. The letter tells the kind: A accounts,',
    'C commands, D the MQTT interface, E edges and real devices, L the database and sudden deaths, S load and failing parts, U files that people',
    'send, T one tenant and the others, V values, W the web,',
    'Z who may do and see what. Where a row names what it goes without, `node scripts/protections.ts <row>` takes just',
    'that out of a copy of the tree and fails unless the tests of the row turn red; `npm run prove` does so for all.',
    '',
    `${rows.length} rows, ${rows.reduce((sum, { titles }) => sum + titles.length, 0)} titles.`,
    '',
    '| row | what its tests say | taken out and seen | files |',
    '|---|---|---|---|',
    ...rows.map(({ row, titles, files }) => {
      const said = titles.map(cell).join('<br>')
      const without = (taken.get(row) ?? []).map(cell).join('<br>')
      const where = [...files].map((file) => `[${file}](../${file})`).join('<br>')
      return `| ${row} | ${said} | ${without} | ${where} |`
    }),
    '',
  ].join('\n')
}

export const generateTrustPage = (): void => writeFileSync(trustPageFile, trustPageText())

if (import.meta.main) generateTrustPage()
