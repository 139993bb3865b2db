// Lists as tables on wide screens: columns and order that somebody chose, kept on the device, and taken along as CSV.
import type { Locator, Page } from '@playwright/test'
import { settled } from './screens.ts'
import { wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'

test.use({ isMobile: false, hasTouch: false })

const t = wordsIn('en')
const asTable = (page: Page): Locator => page.getByRole('button', { name: t('table.asTable') })
const rowNames = (table: Locator): Promise<string[]> => table.getByRole('rowheader').allTextContents()

type Cards = { stations: { name: string; code: string; capacityW: number }[]; total: number }

test('stations are compared in a table with the columns and the order that somebody chose', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1440, height: 900 })
  const read = async (query: string): Promise<Cards> =>
    (await (await page.request.get(`${world.url}/api/stations?limit=100&${query}`)).json()) as Cards
  await page.goto(`${world.url}/h5/station-list`)
  await settled(page)
  await asTable(page).click()
  const table = page.getByRole('table', { name: t('stations.title') })
  await expect(table).toBeVisible()
  await settled(page)
  await expectSound(page)
  const { total } = await read('')
  await expect(table).toHaveAttribute('aria-rowcount', String(total + 1))

  // Columns: one more, one less, one before another.
  const heads = table.getByRole('columnheader')
  await expect(heads.filter({ hasText: t('table.head.place') })).toHaveCount(1)
  await page.getByRole('button', { name: t('table.columns') }).click()
  const sheet = page.getByRole('dialog', { name: t('table.columns') })
  await sheet.getByText(t('table.head.code'), { exact: true }).click()
  await sheet.getByText(t('table.head.place'), { exact: true }).click()
  const capacity = `${t('table.head.capacity')} (kW)`
  for (let times = 0; times < 4; times += 1)
    await sheet.getByRole('button', { name: t('table.up', { column: capacity }), exact: true }).click()
  await expectSound(page)
  await sheet.getByRole('button', { name: t('ui.done') }).click()
  const chosen = async (): Promise<void> => {
    await expect(heads.nth(1)).toHaveText(capacity)
    await expect(heads.filter({ hasText: t('table.head.code') })).toHaveCount(1)
    await expect(heads.filter({ hasText: t('table.head.place') })).toHaveCount(0)
  }
  await chosen()

  // The server sorts, down and up.
  const head = table.getByRole('columnheader', { name: capacity })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const falling = (await read('sort=capacity&order=falling')).stations.map(({ name }) => name)
  await expect.poll(() => rowNames(table)).toEqual(falling.slice(0, (await rowNames(table)).length))
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  const rising = (await read('sort=capacity&order=rising')).stations
  await expect.poll(async () => (await rowNames(table))[0]).toBe(rising[0]?.name)

  // All of it is there after another start.
  await page.reload()
  await settled(page)
  await expect(table).toBeVisible()
  await chosen()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')

  // Taken along: the chosen columns of all that match, in that order.
  await page.getByRole('button', { name: t('table.copy') }).click()
  await expect(page.getByText(t('table.taken', { count: total, written: String(total) }))).toBeVisible()
  const csv = await page.evaluate<string>('navigator.clipboard.readText()')
  const lines = csv.trimEnd().split(/\r?\n/)
  expect(lines).toHaveLength(total + 1)
  expect(lines[0]?.startsWith(`${t('table.head.name')},${capacity},`)).toBe(true)
  const [first] = rising
  expect(lines[1]?.startsWith(`${first?.name},${(first?.capacityW ?? 0) / 1000},`)).toBe(true)
  expect(lines[1]).toContain(first?.code)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: t('table.save') }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)

  // A row opens beside the table, which stays.
  await table.getByRole('row').nth(1).getByRole('cell').first().click()
  await expect(page).toHaveURL(/\/station-detail\?stationId=/)
  await expect(table).toBeVisible()
  await expect(table.locator('[aria-current="true"]')).toHaveText(first?.name ?? '')
  await settled(page)
  await expectSound(page)

  // Style sheets that ask a pane for its width ask it by this name.
  const container = await page.evaluate<string>(
    "getComputedStyle(document.querySelector('[data-scroller]')).containerName",
  )
  expect(container).toBe('pane')

  // Narrower there is no room for it: the same list, as it always was.
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect(table).toHaveCount(0)
})

test('orders and the devices of a station are tables too', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en', 'dark')
  await page.setViewportSize({ width: 1440, height: 900 })
  // What other files have made stands before it, and may have no devices.
  const { stations } = (await (
    await page.request.get(`${world.url}/api/stations?search=Landshut`)
  ).json()) as { stations: { id: string }[] }
  const stationId = stations[0]?.id ?? ''
  for (const priority of ['low', 'high']) {
    const answer = await page.request.post(`${world.url}/api/orders`, {
      data: {
        type: 'repair',
        stationId,
        priority,
        description: '',
        plannedStartAt: null,
        plannedEndAt: null,
        plannedMinutes: 60,
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.goto(`${world.url}/h5/om-page?tab=orders`)
  await settled(page)
  await asTable(page).click()
  const orders = page.getByRole('table', { name: t('orders.title') })
  const priority = orders.getByRole('columnheader', { name: t('table.head.priority') })
  await priority.getByRole('button').click()
  await expect(priority).toHaveAttribute('aria-sort', 'descending')
  const first = orders.getByRole('row').nth(1)
  await expect(first).toContainText(t('orders.priority.high'))
  await priority.getByRole('button').click()
  await expect(first).toContainText(t('orders.priority.low'))
  await settled(page)
  await expectSound(page)

  await page.goto(`${world.url}/h5/station-detail?stationId=${stationId}&tab=devices`)
  await settled(page)
  // The list of stations beside it could be one as well.
  await asTable(page).last().click()
  const devices = page.getByRole('table', { name: t('station.devices') })
  await devices.getByRole('row').nth(1).getByRole('cell').first().click()
  await expect(devices).toBeVisible()
  await expect(devices.locator('[aria-current="true"]')).toHaveCount(1)
})
