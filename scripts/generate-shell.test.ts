import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shellSchemaFile, shellSchemaText } from './generate-shell.ts'

it('the schemas of the native shell are generated from the contract (npm run generate)', () => {
  expect(readFileSync(shellSchemaFile, 'utf8')).toBe(shellSchemaText())
})
