import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { protections } from './protections/list.ts'
import { trustPageFile, trustPageText } from './generate-trust-page.ts'

it('docs/trust.md says what the titles of the tests say (npm run generate)', () => {
  expect(readFileSync(trustPageFile, 'utf8')).toBe(trustPageText())
})

it('every protection that can be taken out belongs to a row with tests', () => {
  const rows = [...trustPageText().matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, row]) => row)
  expect(rows.length).toBeGreaterThan(30)
  expect(protections.map(({ row }) => row).filter((row) => !rows.includes(row))).toEqual([])
})
