import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { HandOver } from './hand-over.tsx'

await words.need('mine')

test('whoever added a person can hand on all that is needed to sign in, and does so once', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const onDone = vi.fn<() => void>()
  const added = { name: 'Li Na', account: 'li.na', password: 'abcd-2345-efgh-6789' }
  await show(<HandOver added={added} onDone={onDone} />)
  for (const text of ['li.na', 'abcd-2345-efgh-6789', `${location.origin}/h5/`])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Copy all' }).click()
  await expect.poll(() => copied).toHaveLength(1)
  expect(copied[0]).toContain(`Address: ${location.origin}/h5/`)
  expect(copied[0]).toContain('Account: li.na')
  expect(copied[0]).toContain('First password: abcd-2345-efgh-6789')
  await page.getByRole('button', { name: 'Done' }).click()
  expect(onDone).toHaveBeenCalledOnce()
})
