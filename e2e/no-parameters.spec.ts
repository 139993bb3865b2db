import type { Page } from '@playwright/test'

import { type RouteName, searches } from '#web/paths.ts'
import { id, writeSearch } from '#web/kit/search.ts'
import { wordsIn } from './words.ts'
import { expect, test } from './world.ts'

const names = Object.keys(searches) as RouteName[]
/** What the address of a page has to name. */
const namedBy = (name: RouteName): string[] =>
  Object.entries(searches[name]).flatMap(([key, param]) => (param === id ? [key] : []))

/** The page that an address leads to, within the app: its router hears what the history is told. */
const open = async (page: Page, path: string): Promise<void> => {
  const to = JSON.stringify(`/h5/${path}`)
  await page.evaluate(`document.querySelector('main').dataset.of = location.pathname
    history.pushState(null, '', ${to})`)
}
/** The page before has gone, nothing is on its way any more, and no skeleton stands for what never comes. */
const arrived = async (page: Page, loading: string): Promise<void> => {
  const main = page.locator('main')
  await expect(main).toHaveCount(1)
  const { pathname } = new URL(page.url())
  await expect(page.locator(`main[data-of]:not([data-of="${pathname}"])`)).toHaveCount(0)
  await expect(main).toHaveText(/\S/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByLabel(loading, { exact: true })).toHaveCount(0)
}

test('without parameters each route leads to a choice', async ({ asRole, world }) => {
  const t = wordsIn('zh_CN')
  const page = await asRole('owner', 'zh_CN')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${world.url}/h5/user-privacy-agreement`)
  await arrived(page, t('ui.loading'))
  for (const name of names) {
    await test.step(name, async () => {
      await open(page, name)
      const needs = namedBy(name)
      const there = needs.length === 0 ? name : '(select-|station-list|om-page|device-upgrade)'
      await expect(page).toHaveURL(new RegExp(`/h5/${there}`))
      await arrived(page, t('ui.loading'))
      // A choice offers something to press; upgrades there are none of in this world, only their two lists.
      if (needs.length > 0)
        await expect(page.locator('main').locator('a, button, input').first()).toBeVisible()
    })
  }
  expect(asked.length).toBeGreaterThan(names.length)
  // No call is about an object without an id.
  expect(asked.filter((path) => /^\/api\/(.*\/)?(\/|$)/.test(path))).toEqual([])

  // What was chosen opens the page that was meant.
  await open(page, 'device-topology')
  await page.getByRole('link', { name: /Landshut-Scheunendach/ }).click()
  await expect(page).toHaveURL(/device-topology\?stationId=/)
  await arrived(page, t('ui.loading'))
  await open(page, 'inverter-detail')
  await page.locator('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/inverter-detail\?deviceId=/)
})

test('what is not there has a way on', async ({ asRole, world }) => {
  const t = wordsIn('en')
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/user-privacy-agreement`)
  await arrived(page, t('ui.loading'))
  const unknown = '00000000-0000-4000-8000-000000000000'
  const absent = names.filter((name) => namedBy(name).length > 0).map((name) => [name, unknown] as const)
  for (const [name, none] of [...absent, ['alarm-detail', 'no-id'], ['station-detail', 'no-id']] as const) {
    await test.step(`${name} ${none}`, async () => {
      const search = Object.fromEntries(namedBy(name).map((key) => [key, none]))
      await open(page, `${name}${writeSearch(search)}`)
      await arrived(page, t('ui.loading'))
      await page.getByRole('link', { name: t('failure.chooseAnother') }).click()
      await expect(page).toHaveURL(/select-|station-list|om-page|device-upgrade/)
      await arrived(page, t('ui.loading'))
    })
  }
  await open(page, 'no-such-page')
  await page.getByRole('link', { name: t('shell.toHome') }).click()
  await expect(page).toHaveURL(/home/)
})
