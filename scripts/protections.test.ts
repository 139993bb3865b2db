import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { protections } from './protections/list.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

it('each protection that the long proof takes out stands in its file, once, and its tests are there', () => {
  expect(protections.length).toBeGreaterThan(100)
  const astray = protections.flatMap(({ row, without, edits, tests }) => [
    ...edits
      .filter(({ file, find }) => textOf(file).split(find).length !== 2)
      .map(({ file, find }) => `${row} (${without}): ${file} does not hold once: ${find.trim()}`),
    ...tests.filter((file) => textOf(file) === '').map((file) => `${row} (${without}): no file ${file}`),
  ])
  expect(astray).toEqual([])
})
