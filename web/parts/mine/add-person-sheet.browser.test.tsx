import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { Answering, type Answers, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { AddPersonSheet } from './add-person-sheet.tsx'

await words.need('mine')

const added = { name: 'Li Na', account: 'li.na' }

test('a password is suggested, and once the person is there it is said what they have to be told', async () => {
  const answers = {
    ...signedIn(rolePermissions.installer, {
      roles: ['installer'],
      company: { id: '00000000-0000-4000-8000-0000000000c0', name: 'Sun' },
    }),
    // What is sent goes to the same path.
    'GET /api/accounts': { account: added },
  } as unknown as Answers
  await show(
    <Answering answers={answers}>
      <AddPersonSheet onClose={() => {}} />
    </Answering>,
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('Li Na')
  await page.getByRole('textbox', { name: 'Account' }).fill('li.na')
  await page.getByRole('button', { name: 'Suggest a password' }).click()
  const field = page.getByLabelText('First password').element()
  if (!(field instanceof HTMLInputElement)) throw new Error('no field')
  const suggested = field.value
  expect(suggested).toMatch(/^\w{4}(-\w{4}){3}$/)
  await page.getByRole('button', { name: /^Role/ }).click()
  await page.getByText('Sees their own stations').click()
  await page.getByRole('button', { name: 'Add person' }).click()
  await expect.element(page.getByRole('heading', { name: 'Li Na can sign in' })).toBeVisible()
  await expect.element(page.getByText(suggested, { exact: true })).toBeVisible()
})
