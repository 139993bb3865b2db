import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testApp } from '../../../tests/app.ts'
import { readAbout } from './read-about.ts'

const app = await testApp()
const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../../package.json`, 'utf8')) as {
  version: string
}

it('whoever is signed in learns what the installation runs on', async () => {
  const owner = await app.asRole('owner')
  const { body } = await owner.request('GET /api/about')
  expect(body).toEqual({
    server: version,
    node: process.versions.node,
    database: expect.stringMatching(/^PostgreSQL \d+\.\d+$/),
    schema: expect.stringMatching(/^\d{4}_\w+$/),
    broker: expect.stringMatching(/^aedes \d+\.\d+\.\d+$/),
  })
})

it('another broker is not claimed to be the built-in one', async () => {
  expect((await readAbout({ db: app.db, broker: 'other' })).broker).toBeNull()
})
