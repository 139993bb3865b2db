// Home of several stations on a wide screen: each block leads on, and what happens elsewhere comes in by itself.
import type { Locator, Page } from '@playwright/test'
import { settled } from './screens.ts'
import { wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1440, height: 900 } })

const t = wordsIn('en')
const block = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

for (const [width, columns, theme] of [
  [1024, 2, 'dark'],
  [1440, 3, 'light'],
] as const)
  test(`the fleet's page stands in ${columns} columns at ${width} px and leads on from each block`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('administrator', 'en', theme)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${world.url}/h5/home`)
    await settled(page)
    const fleet = page.getByRole('group', { name: t('board.title') })
    await expect(fleet.locator(':scope > div')).toHaveCount(columns)
    // The newest alarms stand there only where the list of what is wrong has not all of them.
    for (const title of ['troubles', 'due', 'map'] as const)
      await expect(page.getByRole('heading', { level: 2, name: t(`board.${title}`) })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: t('presence.title') })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: t('board.allOf', { what: t('board.due') }) }).click()
    await expect(page).toHaveURL(/om-page\?tab=orders/)
    await page.goBack()
    await page.getByRole('link', { name: t('board.allOf', { what: t('board.map') }) }).click()
    await expect(page).toHaveURL(/station-list\?view=map/)
  })

test('an order that somebody else makes comes in by itself, and so does whoever checks in', async ({
  asRole,
  world,
  browser,
}) => {
  const page = await asRole('administrator', 'en')
  await page.goto(`${world.url}/h5/home`)
  await settled(page)
  const other = await browser.newContext()
  try {
    const account = world.accounts.find(({ role }) => role === 'installer')
    const ask = async (path: string, data: object) => {
      const answer = await other.request.post(`${world.url}${path}`, {
        data,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    await ask('/api/session', { account: account?.account, password: account?.password })
    const read = await other.request.get(`${world.url}/api/stations`)
    const { stations } = (await read.json()) as { stations: { id: string; name: string }[] }
    const [station] = stations
    const due = block(page, t('board.due'))
    const onSite = block(page, t('presence.title'))
    await expect(onSite).toContainText(t('presence.nobody'))
    await ask('/api/orders', {
      type: 'inspection',
      stationId: station?.id,
      priority: 'middle',
      name: 'Look at the fuses',
      description: 'Look at the fuses',
      plannedStartAt: Date.now() + 60_000,
      plannedEndAt: Date.now() + 45 * 60_000,
      plannedMinutes: 30,
    })
    await expect(due).toContainText(station?.name ?? '-')
    await ask(`/api/stations/${station?.id}/check-in`, {})
    await expect(onSite).toContainText(station?.name ?? '-')
    await expect(onSite).not.toContainText(t('presence.nobody'))
  } finally {
    await other.close()
  }
})
