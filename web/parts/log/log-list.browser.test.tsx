import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { LogList } from './log-list.tsx'
import type { Entry } from './told.ts'

await words.need('log')

const entry = (at: number): Entry => ({
  at,
  action: 'POST /api/stations',
  result: 'done',
  person: null,
  object: null,
  command: null,
})
const day = 86_400_000
const noon = Date.UTC(2026, 10, 27, 12)
const list = {
  rows: [entry(noon), entry(noon - 2 * day)],
  error: null,
  refetch: async () => null,
  more: null,
}

test('says once whose clock its times are', async () => {
  await show(<LogList list={list} timeZone="Asia/Kathmandu" />)
  await expect.element(page.getByRole('heading').first()).toMatchTextContent(/Nov 27, 2026 · station time$/)
  await expect.element(page.getByRole('heading').last()).toMatchTextContent(/Nov 25, 2026$/)
  await expect.element(page.getByText('17:45').first()).toBeVisible()
  await show(<LogList list={list} />)
  await expect.element(page.getByRole('heading').first()).toMatchTextContent(/· this phone's time$/)
})
