import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { phrasesFile, phrasesText } from './generate-phrases.ts'

it('the list of all phrases is up to date (npm run generate)', async () => {
  expect(readFileSync(phrasesFile, 'utf8')).toBe(await phrasesText())
})
