import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

type Station = { id: string; name: string; version: number; tiltDeg: number | null; address: string }

const named = async (request: APIRequestContext, world: World, name: string): Promise<Station[]> => {
  const answer = await request.get(`${world.url}/api/stations?search=${name}&limit=50`)
  return ((await answer.json()) as { stations: Station[] }).stations
}
const stationOf = async (request: APIRequestContext, world: World, id: string): Promise<Station> =>
  ((await (await request.get(`${world.url}/api/stations/${id}`)).json()) as { station: Station }).station

/** All drafts on the phone, as text. */
const drafts = `new Promise((resolve) => {
  const asked = indexedDB.open('sunkeeper-drafts')
  asked.onsuccess = () => {
    const all = asked.result.transaction('drafts').objectStore('drafts').getAll()
    all.onsuccess = () => resolve(JSON.stringify(all.result))
  }
})`

const go = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

/** Fills the steps of a new station up to the last one. */
const fillIn = async (
  page: Page,
  name: string,
  each: () => Promise<void> = async () => {},
): Promise<void> => {
  await page.getByRole('textbox', { name: 'Station name' }).fill(name)
  await page.getByRole('button', { name: 'Station type' }).click()
  await page.getByRole('dialog').getByText('Commercial', { exact: true }).click()
  await each()
  await go(page)
  await page.getByRole('textbox', { name: 'Latitude' }).fill('33.868820')
  await page.getByText('S', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Longitude' }).fill('151.209295')
  await expect(page.getByRole('button', { name: 'Time zone: Australia/Sydney' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Country or region: Australia' })).toBeVisible()
  await each()
  await go(page)
  await page.getByRole('textbox', { name: 'Installed capacity' }).fill('1250.5')
  await each()
  await go(page)
  await expect(page.getByRole('textbox', { name: 'Contact phone' })).toBeVisible()
}

test('a station is created in four steps and gets its code', async ({ asRole, world }) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await fillIn(page, 'E2E-Harbour_1(East)', async () => expectSound(page))
  await expectSound(page)
  await page.getByRole('button', { name: 'Create station' }).click()
  await expect(page.getByRole('heading', { name: 'Created' })).toBeVisible()
  await expect(page.getByText(/^PSAU\d+/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a gateway' })).toBeVisible()
  await expectSound(page)
})

test('what is wrong is said under its field and nothing is sent', async ({ asRole, world }) => {
  const page = await asRole('installer', 'zh_CN')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/stations')) sent += 1
  })
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await page.getByRole('textbox', { name: '电站名称' }).fill('屋顶 *3')
  await expect(page.getByText('仅支持中文、英文、数字以及 . - _ ( )。')).toBeVisible()
  await page.getByRole('textbox', { name: '电站名称' }).fill('站'.repeat(31))
  await expect(page.getByText('电站名称最多 30 个字符。')).toBeVisible()
  await page.getByRole('button', { name: '位置', exact: true }).click()
  await page.getByRole('button', { name: '使用本机位置' }).click()
  await expect(page.getByText('未获得定位权限。')).toBeVisible()
  await page.getByRole('button', { name: '联系与收益' }).click()
  await page.getByRole('button', { name: '创建电站' }).click()
  await expect(page.getByText('电站名称最多 30 个字符。')).toBeVisible()
  await expect(page.getByText('此项必填。')).toBeVisible()
  await expectSound(page)
  expect(sent).toBe(0)
})

test('a draft survives reloading, and an answer that was lost makes no second station', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await fillIn(page, 'E2E-Lost-Answer')
  await page.getByRole('textbox', { name: 'Contact phone' }).fill('0292507111')
  await expect.poll(() => page.evaluate<string>(drafts)).toContain('0292507111')
  await page.reload()
  await expect(page.getByText('Continued from your draft')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Contact phone' })).toHaveValue('0292507111')
  await page.route('**/api/stations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The server has carried it out; only the answer does not come through.
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Create station' }).click()
  await expect(page.getByText('There is no connection to the server.')).toBeVisible()
  await page.unroute('**/api/stations')
  await page.getByRole('textbox', { name: 'Contact phone' }).fill('0292507112')
  await page.getByRole('button', { name: 'Create station' }).click()
  await expect(page.getByRole('heading', { name: 'Created' })).toBeVisible()
  const made = await named(page.request, world, 'E2E-Lost-Answer')
  expect(made).toHaveLength(1)
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await expect(page.getByRole('textbox', { name: 'Station name' })).toHaveValue('')
  const kept = await page.evaluate(() => Object.keys(localStorage).sort())
  expect(kept).toEqual(['lang', 'platform', 'userInfo'])
})

test('O2: the second of two people sees both versions and overwrites nothing unseen', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await fillIn(page, 'E2E-Two-People')
  await page.getByRole('button', { name: 'Create station' }).click()
  await expect(page.getByRole('heading', { name: 'Created' })).toBeVisible()
  const [made] = await named(page.request, world, 'E2E-Two-People')
  const id = made?.id ?? ''

  await page.goto(`${world.url}/h5/create-or-edit-station?stationId=${id}`)
  await page.getByRole('textbox', { name: 'Station name' }).fill('E2E-Mine')
  await page.getByRole('button', { name: 'Capacity' }).click()
  await page.getByRole('textbox', { name: 'Tilt' }).fill('31')

  const present = await stationOf(page.request, world, id)
  const unsent = ['id', 'code', 'companyName', 'capacityW', 'createdAt', 'version']
  const body = Object.fromEntries(Object.entries(present).filter(([name]) => !unsent.includes(name)))
  const other = await page.request.put(`${world.url}/api/stations/${id}`, {
    data: { ...body, name: 'E2E-Theirs', address: 'Circular Quay' },
    headers: { 'if-match': `"${present.version}"`, 'idempotency-key': crypto.randomUUID() },
  })
  expect(other.status()).toBe(200)

  await page.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('dialog', { name: 'Changed by somebody else' })
  await expect(sheet.getByText('1 field left to decide')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Save this choice' })).toBeDisabled()
  await expectSound(page)
  expect((await stationOf(page.request, world, id)).name).toBe('E2E-Theirs')

  await sheet.getByText('E2E-Mine').click()
  await sheet.getByRole('button', { name: 'Save this choice' }).click()
  await expect(sheet).toBeHidden()
  await expect(async () => {
    const now = await stationOf(page.request, world, id)
    expect(now).toMatchObject({ name: 'E2E-Mine', tiltDeg: 31, address: 'Circular Quay' })
  }).toPass()
})
