import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { ContactSheet } from './contact-sheet.tsx'
import type { StationData } from './station-queries.ts'

await words.need('station', 'editing')

const put = () =>
  show(
    <Answering answers={signedIn(['station:contact:edit'])}>
      <ContactSheet
        station={
          {
            id: '00000000-0000-4000-8000-0000000000ab',
            ownerName: 'Anna',
            phoneCountry: null,
            phone: '',
            version: 3,
          } as StationData
        }
        onClose={() => {}}
      />
    </Answering>,
  )
const name = () => page.getByRole('textbox').first()

test('whom to call outlives its sheet until it is saved, and can be given up', async () => {
  const first = await put()
  await expect.element(name()).toHaveValue('Anna')
  await name().fill('Berta')
  await first.unmount()
  const second = await put()
  await expect.element(name()).toHaveValue('Berta')
  await expect.element(page.getByText(/^Continued from your draft/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(name()).toHaveValue('Anna')
  await second.unmount()
  await put()
  await expect.element(name()).toHaveValue('Anna')
  expect(page.getByText(/^Continued from your draft/).all()).toEqual([])
})
