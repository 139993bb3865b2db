// The keyboard of a wide screen: lists, pages, and from an alarm to an order that somebody has.
import type { Page } from '@playwright/test'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation, picture, settled } from './screens.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

test.use({ isMobile: false, hasTouch: false, worldName: 'keys' })

/** A code that belongs to an optimizer, which may become an order. */
const code = '2081'

const alarmAt = async (page: Page, world: World, name: string) => {
  const station = await makeStation(page, world, name, { letters: 'KB' })
  const { line } = await connectStation(page, world, station)
  await line.report()
  const { optimizer } = behind(station.sn)
  await line.raise(optimizer, code, '1')
  return { ...station, line, optimizer }
}

test('from an alarm to a dispatched order by the keyboard alone, in at most twelve presses', async ({
  asRole,
  world,
}) => {
  const t = wordsIn('en')
  const page = await asRole('installer', 'en')
  await page.setViewportSize({ width: 1440, height: 900 })
  const { line, optimizer } = await alarmAt(page, world, 'Keyed-roof')
  await page.goto(`${world.url}/h5/om-page?search=${optimizer}`)
  const row = page.getByRole('list', { name: t('alarms.title') }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await settled(page)

  let presses = 0
  const press = async (key: string): Promise<void> => {
    presses += 1
    await page.keyboard.press(key)
  }
  await press('ArrowDown')
  await expect(row.getByRole('link').first()).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL(/\/alarm-detail\?/)
  await press('d')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').first()).toBeVisible()
  // How urgent it is stands there before those who could be sent.
  await settled(page)
  const onRadio = sheet.locator('input[type=radio]:focus')
  for (let tabs = 0; tabs < 6 && (await onRadio.count()) === 0; tabs += 1) await press('Tab')
  await press('Space')
  // How urgent it is has a radio too, which is chosen from the start: what counts is that there is somebody to send.
  await expect(sheet.locator('button[type=submit]')).toBeEnabled()
  await press('Enter')
  await expect(page.locator('output[popover]').getByText(t('order.done.dispatch'))).toBeVisible()
  expect(presses).toBeLessThanOrEqual(12)
  const orders = await page.request.get(`${world.url}/api/orders?search=${optimizer}`)
  const { orders: made } = (await orders.json()) as { orders: { status: string; handler: object | null }[] }
  expect(made.map(({ status, handler }) => [status, handler !== null])).toEqual([['receiving', true]])
  await line.close()
})

for (const { language, theme } of longFlowIn('en'))
  test(`keys move in lists, between pages and back, and say which they are (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('administrator', language, theme)
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.goto(`${world.url}/h5/`)
    await settled(page)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/station-list$/)
    const cards = page.locator('a[href*="/station-detail?"]')
    await expect(cards.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(cards.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cards.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(cards.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(cards.first()).toBeFocused()

    // It opens beside the list, whose row keeps the focus; Escape leaves the list alone again.
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/station-detail\?stationId=/)
    await expect(cards.first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/station-list$/)
    await expect(cards.first()).toBeFocused()

    // What is typed is typed.
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    await expect(search).toBeFocused()
    await page.keyboard.type('g?/')
    await expect(search).toHaveValue('g?/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await search.fill('')
    await page.keyboard.press('Enter')
    await expect(search).not.toBeFocused()

    // What was typed found nothing: the list, of which the sheet says keys, comes back first.
    await expect(cards.first()).toBeVisible()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: t('wide.keys.title') })
    await expect(sheet.getByText(t('wide.keys.move'))).toBeVisible()
    await expect(sheet.getByText(t('wide.keys.close'))).toHaveCount(0)
    await settled(page)
    await expectSound(page)
    await picture(page, `keys-${language}-${theme}`)
    // Whoever speaks to the computer turns single letters off.
    await sheet.getByRole('switch', { name: t('wide.keys.letters') }).press('Space')
    await expect(sheet.getByText(t('wide.keys.go'))).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/station-list$/)
  })

test('without room for panes a keyboard does what the browser does', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${world.url}/h5/station-list`)
  await settled(page)
  for (const key of ['g', 'a', '?', 'ArrowDown']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/station-list$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('a[data-row]:focus')).toHaveCount(0)
})
