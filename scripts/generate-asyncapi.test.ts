import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asyncApiFile, asyncApiText } from './generate-asyncapi.ts'

it('docs/generated/asyncapi.json says what the contract says', () => {
  expect(readFileSync(asyncApiFile, 'utf8')).toBe(asyncApiText())
})
