import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { SafetySheet } from './safety-sheet.tsx'

await words.need('order', 'editing')

const put = () =>
  show(
    <Answering answers={signedIn(['station:station:edit'])}>
      <SafetySheet
        stationId="00000000-0000-4000-8000-0000000000aa"
        present={{ access: 'Key at the porter', hazards: '', safety: '' }}
        onClose={() => {}}
      />
    </Answering>,
  )
const hazards = () => page.getByRole('textbox', { name: /^Hazards/ })

test('what is typed about the dangers of a place outlives its sheet, and can be given up', async () => {
  const first = await put()
  await hazards().fill('Fragile skylight')
  await first.unmount()
  await put()
  await expect.element(hazards()).toHaveValue('Fragile skylight')
  await expect.element(page.getByText(/^Continued from your draft/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(hazards()).toHaveValue('')
  await expect.element(page.getByRole('textbox', { name: /^Access/ })).toHaveValue('Key at the porter')
})

test('without a network it says where what is typed is kept, and sends nothing', async () => {
  await put()
  await expect.element(hazards()).toBeVisible()
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  window.dispatchEvent(new Event('offline'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/kept on this device/)
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  Reflect.deleteProperty(navigator, 'onLine')
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})
