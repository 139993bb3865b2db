import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { Answering, type Answers, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { type Account, PersonForm } from './person-sheet.tsx'

await words.need('mine')

const company = { id: '00000000-0000-4000-8000-0000000000c0', name: 'Sun' }
const account: Account = {
  id: '00000000-0000-4000-8000-0000000000d1',
  account: 'li.na',
  name: 'Li Na',
  role: 'maintainer',
  extraPermissions: [],
  company,
  disabledAt: null,
  createdAt: 1_000,
  version: 1,
}
const answers = (more: object = {}) =>
  ({
    ...signedIn(rolePermissions.installer, { roles: ['installer'], company }),
    'GET /api/accounts': { accounts: [account], next: null },
    // What is sent is answered like what is read.
    ...more,
  }) as unknown as Answers
const resets = { 'GET /api/accounts/{accountId}/password': {} }
const put = (one: Account, more: object = resets) =>
  show(
    <Answering answers={answers(more)}>
      <PersonForm account={one} />
    </Answering>,
  )
const reset = page.getByRole('button', { name: 'Reset password' })
const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Reset' })
const sentTo = (calls: readonly unknown[][]) =>
  calls.flatMap(([url, init]) =>
    String(url).endsWith('/password')
      ? [JSON.parse(String((init as RequestInit).body)) as { password: string }]
      : [],
  )

test('a password that is forgotten is reset in a second step, and then it is said what the person has to be told', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  await put(account)
  await reset.click()
  await expect.element(page.getByRole('alertdialog', { name: "Reset Li Na's password?" })).toBeVisible()
  expect(sentTo(fetched.mock.calls)).toEqual([])
  await sure.click()
  await expect.element(page.getByRole('heading', { name: 'New password for Li Na' })).toBeVisible()
  const [sent] = sentTo(fetched.mock.calls)
  expect(sent?.password).toMatch(/^\w{4}(-\w{4}){3}$/)
  await expect.element(page.getByText(sent?.password ?? '', { exact: true })).toBeVisible()
  await expect.element(page.getByText('New password', { exact: true })).toBeVisible()
  // Another time it is another one.
  await page.getByRole('button', { name: 'Done' }).click()
  await reset.click()
  await sure.click()
  await expect.poll(() => sentTo(fetched.mock.calls)).toHaveLength(2)
  expect(sentTo(fetched.mock.calls)[1]?.password).not.toBe(sent?.password)
})

test('what was refused is said, and tried again it is the same password', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  await put(account, {})
  for (let no = 0; no < 2; no += 1) {
    await reset.click()
    await sure.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  }
  const sent = sentTo(fetched.mock.calls).map(({ password }) => password)
  expect([sent.length, new Set(sent).size]).toEqual([2, 1])
})

test('nobody is offered to reset the own password, that of somebody who holds more, or of a disabled account', async () => {
  for (const one of [
    { ...account, id: '00000000-0000-4000-8000-0000000000cc' },
    { ...account, role: 'administrator' as const },
    { ...account, disabledAt: 2_000 },
  ]) {
    await put(one)
    await expect.element(page.getByText('li.na')).toBeVisible()
    await expect.element(reset).not.toBeInTheDocument()
  }
})
