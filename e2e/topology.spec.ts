import type { Page } from '@playwright/test'
import { topology as english } from '#web/app/phrases/en/topology.ts'
import { topology as chinese } from '#web/app/phrases/zh_CN/topology.ts'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation } from './screens.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, type Language, test } from './world.ts'

const wordsOf = (language: Language): (typeof english)['topology'] =>
  (language === 'en' ? english : chinese).topology as (typeof english)['topology']

const array = (page: Page) => page.locator('[data-looks]')
const looksOf = async (page: Page): Promise<string> => (await array(page).getAttribute('data-looks')) ?? ''

/** Touches the only module, which stands in the middle of its picture. */
const tapModule = async (page: Page): Promise<void> => {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('no picture')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.6)
}

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsOf(language)

  test(`a live value changes its module, which opens the device (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const site = await makeStation(page, world, `Array-${language}`)
    const { line, place } = await connectStation(page, world, site)
    try {
      await line.report(0, 310)
      await page.goto(`${world.url}/h5/device-topology?stationId=${site.stationId}`)
      await expect(array(page)).toHaveAttribute('data-looks', /^\d$/)
      // Held fast, so that another value is another colour.
      await page.getByRole('button', { name: t.scale.change }).click()
      await page.getByText(t.scale.fixed, { exact: true }).click()
      await page.keyboard.press('Escape')
      // A finger meets whatever lies on top: the sheet has to be gone.
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(array(page)).toHaveAttribute('data-looks', '4')
      await tapModule(page)
      const card = page.getByRole('region', { name: t.card.title })
      await expect(card).toContainText(behind(site.sn).optimizer)
      await expect(card.getByTestId('module-value')).toHaveText('310 W')
      await expectSound(page)
      await line.report(0, 90)
      await expect(card.getByTestId('module-value')).toHaveText('90 W')
      await expect(array(page)).toHaveAttribute('data-looks', '1')
      await line.report(0, 0)
      await expect(array(page)).toHaveAttribute('data-looks', 'zero')
      await expect(page.getByText(t.state.zero).first()).toBeVisible()
      await card.getByRole('link', { name: t.card.open }).click()
      await expect(page).toHaveURL(new RegExp(`optimizer-detail\\?deviceId=${place.optimizer}`))
      // And back to its place, which is marked.
      await page.getByRole('link', { name: wordsIn(language)('device.place.show') }).click()
      await expect(array(page)).toHaveAttribute('data-marked', '1')
      await expect(card).toContainText(behind(site.sn).optimizer)
      await page.getByRole('button', { name: t.mark.remove }).click()
      await expect(array(page)).toHaveAttribute('data-marked', '0')
    } finally {
      await line.close()
    }
  })

  test(`a past time by slider, the table and the tree (${language}, ${theme})`, async ({ asRole, world }) => {
    const page = await asRole('installer', language, theme)
    const answer = await page.request.get(`${world.url}/api/stations?search=Landshut`)
    const { stations } = (await answer.json()) as { stations: { id: string }[] }
    const stationId = stations[0]?.id ?? ''
    // The last noon at the station: in daylight, and within the history of the world.
    const day = 86_400_000
    const noon = Math.floor((Date.now() - 11.5 * 3_600_000) / day) * day + 11 * 3_600_000
    await page.goto(`${world.url}/h5/device-topology?stationId=${stationId}&at=${noon}`)
    const slider = page.getByRole('slider', { name: t.time.slider })
    await expect(slider).toHaveAttribute('aria-valuetext', /^1[12]:/)
    await expect.poll(async () => /\d/.test(await looksOf(page))).toBe(true)
    await expectSound(page)
    const at = await slider.getAttribute('aria-valuetext')
    await slider.press('ArrowLeft')
    await slider.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', at ?? '')
    await expect(page).not.toHaveURL(new RegExp(`at=${noon}$`))
    await page.getByRole('button', { name: t.time.play }).click()
    const before = await slider.getAttribute('aria-valuetext')
    await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '')
    await page.getByRole('button', { name: t.time.pause }).click()

    await page.getByRole('button', { name: t.table.show }).click()
    await page.locator('button[aria-expanded=false]').first().click()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(17)
    await expect(rows.nth(1)).toContainText(/\d+\sW.*%/)
    await expectSound(page)
    // By night the present is that of a day.
    const present = [t.time.now, ...Object.values(t.time.nowIs)].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    await present.reduce((any, one) => any.or(one)).click()
    await expect(page).not.toHaveURL(/at=/)

    await page.getByText(t.view.tree, { exact: true }).click()
    const tree = page.getByRole('tree', { name: t.tree.title })
    await expect(tree.getByRole('treeitem')).not.toHaveCount(0)
    await expectSound(page)
    const first = tree.getByRole('treeitem').first()
    await first.press('ArrowLeft')
    await expect(tree.getByRole('treeitem')).toHaveCount(1)
    await first.press('ArrowRight')
    await first.press('ArrowDown')
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '2')
    await page.getByRole('searchbox', { name: t.tree.search }).fill('9A57016')
    await expect(tree.getByRole('treeitem').last()).toContainText('9A57016')
    await tree.getByRole('treeitem').last().click()
    await expect(page).toHaveURL(/optimizer-detail/)
  })
}
