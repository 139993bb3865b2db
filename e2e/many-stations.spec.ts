// Who sees more stations than a page holds reaches each of them.
import { makeStation } from './screens.ts'
import { expect, test } from './world.ts'
import { around, wordsIn } from './words.ts'

test.use({ worldName: 'many stations' })

test('each of sixty stations is found by its name or page by page: for messages, and to rehearse a rule', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en', 'dark')
  const t = wordsIn('en')
  for (let no = 1; no <= 60; no += 1) await makeStation(page, world, `Field-${String(no).padStart(2, '0')}`)
  await page.goto(`${world.url}/h5/mine-page`)
  const open = async () => {
    await page.getByRole('button', { name: t('messages.choices.title') }).click()
    return page.getByRole('dialog', { name: t('messages.choices.title') })
  }
  const sheet = await open()
  const one = (name: string) => sheet.getByRole('switch', { name, exact: true })
  await sheet.getByRole('switch', { name: t('messages.choices.allStations') }).press('Space')
  await expect(one('Field-01')).toBeVisible()
  await expect(one('Field-60')).toHaveCount(0)
  await sheet.getByRole('button', { name: t('ui.more') }).click()
  await one('Field-60').press('Space')
  await sheet.getByRole('searchbox').fill('Field-07')
  await expect(one('Field-60')).toHaveCount(0)
  await one('Field-07').press('Space')
  await expect(sheet.getByText(t('messages.choices.chosen', { count: 2 }))).toBeVisible()
  // It holds at once.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  const again = await open()
  await expect(again.getByText(t('messages.choices.chosen', { count: 2 }))).toBeVisible()
  await expect(again.getByRole('switch', { name: 'Field-07', exact: true })).toBeChecked()
  await expect(again.getByRole('switch', { name: 'Field-08', exact: true })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()

  await page.getByRole('button', { name: t('alarms.rules') }).click()
  await page
    .getByRole('dialog', { name: t('alarms.rules') })
    .getByRole('button')
    .nth(1)
    .click()
  await page.getByRole('button', { name: t('alarms.rehearseAt') }).click()
  const stations = page.getByRole('dialog', { name: t('alarms.rehearseAt') })
  await expect(stations).toBeInViewport({ ratio: 1 })
  await stations.getByRole('searchbox').fill('Field-58')
  await stations.getByText('Field-58').click()
  await expect(page.getByRole('button', { name: `${t('alarms.rehearseAt')}: Field-58` })).toBeVisible()
  await page.getByRole('button', { name: t('alarms.rehearse'), exact: true }).click()
  const none = t('alarms.rehearsedIn', { count: 0, days: 77, from: 'FROM', to: 'TO' })
  await expect(page.getByText(around(none.replace(/FROM.*/, 'ARGUMENT')))).toBeVisible()
})
