import type { Locator, Page } from '@playwright/test'
import { expect, expectSound, type Language, openWorld, inLanguage, test } from './world.ts'

// Its stations are counted, and stand alone on the map.
test.use({ worldName: 'map' })

const said = {
  zh_CN: {
    asMap: '地图显示',
    asList: '列表显示',
    zoomIn: '放大',
    showAll: '显示全部',
    cluster: /座电站，最差状态/,
    table: '地图上的电站',
    privacy: '隐私说明',
    signIn: '登录',
    back: '返回',
    who: '谁对数据负责',
    stored: '保存哪些信息',
  },
  en: {
    asMap: 'Show on a map',
    asList: 'Show as list',
    zoomIn: 'Zoom in',
    showAll: 'Show all',
    cluster: /stations, worst/,
    table: 'Stations on the map',
    privacy: 'Privacy',
    signIn: 'Sign in',
    back: 'Back',
    who: 'Who is responsible',
    stored: 'What is stored',
  },
} as const satisfies Record<Language, object>

const map = (page: Page): Locator => page.getByRole('application')
const drawn = async (page: Page): Promise<void> => {
  await expect(page.locator('canvas[data-land=drawn]')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

for (const language of ['zh_CN', 'en'] as const satisfies Language[]) {
  const words = said[language]
  test(`the map shows the stations of the list, tells of one and leads to it, ${language}`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('administrator', language)
    await page.goto(`${world.url}/h5/station-list`)
    await page.getByRole('button', { name: words.asMap }).click()
    await expect(page).toHaveURL(/view=map/)
    await drawn(page)
    await expectSound(page)
    // The same stations for those who do not see the map.
    const rows = page.getByRole('table', { name: words.table }).getByRole('row')
    await expect(rows).toHaveCount(5)

    const pin = map(page).getByRole('button', { name: /^Landshut-Scheunendach/ })
    await expect(pin).toBeVisible()
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    const card = page.getByRole('region', { name: 'Landshut-Scheunendach' })
    await expect(card).toContainText('kW')
    await expect(card.locator('[aria-busy=true]')).toHaveCount(0)
    await expectSound(page)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/station-detail/)
    await page.goBack()
    // Where one was: the map, and the station that was chosen.
    await drawn(page)
    await expect(page.getByRole('region', { name: 'Landshut-Scheunendach' })).toBeVisible()

    await page.getByRole('button', { name: words.asList }).click()
    await expect(page.getByRole('heading', { name: 'Landshut-Scheunendach' })).toBeVisible()
  })
}

test('search and filters of the list hold for the map', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en')
  await page.goto(`${world.url}/h5/station-list?view=map&search=Fresno`)
  await drawn(page)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goto(`${world.url}/h5/station-list?view=map&country=AU`)
  await drawn(page)
  await expect(map(page).getByRole('button', { name: /^Newcastle-Depot/ })).toBeVisible()
  await page.goto(`${world.url}/h5/station-list?view=map&search=nothing-is-called-so`)
  await expect(page.getByText('No station matches')).toBeVisible()
  await expectSound(page)
})

test('stations that would cover each other are one mark that counts them and opens by a press', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.route('**/api/station-pins*', async (route) => {
    const answer = await route.fetch()
    const found = (await answer.json()) as { pins: { latitude: number; longitude: number }[] }
    const [first] = found.pins
    if (!first) throw new Error('no pins')
    // Close, but not in one place.
    found.pins = found.pins.map((pin, no) => ({
      ...pin,
      latitude: first.latitude + (no < 3 ? no * 0.02 : 12),
      longitude: first.longitude,
    }))
    await route.fulfill({ response: answer, json: found })
  })
  await page.goto(`${world.url}/h5/station-list?view=map`)
  await drawn(page)
  const marks = map(page).getByRole('button', { name: said.en.cluster })
  await expect(marks).toHaveCount(1)
  await expect(marks).toHaveAccessibleName(/^3 stations/)
  await marks.click()
  await expect(marks).toHaveCount(0)
  await expect(map(page).locator('button[aria-pressed]')).toHaveCount(3)
  await page.getByRole('button', { name: said.en.showAll }).click()
  await expect(marks).toHaveCount(1)

  // By keys alone: the map moves under the marks.
  await map(page).focus()
  const before = await marks.boundingBox()
  await page.keyboard.press('ArrowUp')
  await expect(async () => expect((await marks.boundingBox())?.y).not.toBe(before?.y)).toPass()
})

for (const language of ['zh_CN', 'en'] as const satisfies Language[]) {
  const words = said[language]
  test(`what is stored about people is open to everybody, ${language}`, async ({ page, context, world }) => {
    await inLanguage(context, language)
    await page.goto(`${world.url}/h5/mine-page`)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('link', { name: words.privacy }).click()
    await expect(page.getByRole('heading', { name: words.stored })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectSound(page)
    await page.getByRole('link', { name: words.who }).click()
    await expect(page.getByRole('heading', { name: words.who })).toBeFocused()
    await page.getByRole('button', { name: words.back }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: words.signIn })).toBeVisible()
    await page.goto(`${world.url}/h5/user-privacy-agreement`)
    await expect(page.getByRole('heading', { name: words.who })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('an installation that is not set up yet tells it, too', async ({ browser }) => {
  const { world, close } = await openWorld({ empty: true })
  try {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
    await inLanguage(context, 'en')
    const page = await context.newPage()
    await page.goto(`${world.url}/h5/`)
    await page.getByRole('dialog').getByRole('link', { name: said.en.privacy }).click()
    await expect(page.getByRole('heading', { name: said.en.stored })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await close()
  }
})
