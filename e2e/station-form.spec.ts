import type { APIRequestContext, Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { expect, expectSound, test } from './world.ts'
import { around, longFlowIn, markOf, wordsIn } from './words.ts'
import type { World } from './world-process.ts'

type Station = { id: string; name: string; version: number; tiltDeg: number | null; address: string }

const named = async (request: APIRequestContext, world: World, name: string): Promise<Station[]> => {
  const answer = await request.get(`${world.url}/api/stations?search=${name}&limit=50`)
  return ((await answer.json()) as { stations: Station[] }).stations
}
const stationOf = async (request: APIRequestContext, world: World, id: string): Promise<Station> =>
  ((await (await request.get(`${world.url}/api/stations/${id}`)).json()) as { station: Station }).station

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)
  const mark = `-${markOf({ language, theme })}`
  const australia = language === 'en' ? 'Australia' : '澳大利亚'

  const go = (page: Page): Promise<void> => page.getByRole('button', { name: t('editing.next') }).click()

  /** Fills the steps of a new station up to the last one. */
  const fillIn = async (
    page: Page,
    name: string,
    each: () => Promise<void> = async () => {},
  ): Promise<void> => {
    await page.getByRole('textbox', { name: t('editing.name') }).fill(name)
    await page.getByRole('button', { name: t('editing.type') }).click()
    await page.getByRole('dialog').getByText(t('stations.type.commercial'), { exact: true }).click()
    await each()
    await go(page)
    await page.getByRole('textbox', { name: t('editing.latitude') }).fill('33.868820')
    await page.getByText(t('editing.south'), { exact: true }).click()
    await page.getByRole('textbox', { name: t('editing.longitude') }).fill('151.209295')
    await expect(page.getByRole('button', { name: /Australia\/Sydney/ })).toBeVisible()
    await expect(
      page.getByRole('button', { name: around(`${t('editing.country')}: ${australia}`) }),
    ).toBeVisible()
    await each()
    await go(page)
    await page.getByRole('textbox', { name: t('editing.capacity') }).fill('1250.5')
    await each()
    await go(page)
    await expect(page.getByRole('textbox', { name: t('editing.phone') })).toBeVisible()
  }

  test(`a station is created in four steps and gets its code (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await fillIn(page, `E2E-Harbour_1(East)${mark}`, async () => expectSound(page))
    await expectSound(page)
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()
    await expect(page.getByText(/^PSAU\d+/)).toBeVisible()
    await expect(page.getByRole('link', { name: t('editing.addGateway') })).toBeVisible()
    await expectSound(page)
  })

  test(`what is wrong is said under its field and nothing is sent (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/stations')) sent += 1
    })
    // The code of the later steps does not come through at first, on a roof with one bar of signal.
    await page.route('**/lazy-steps-*.js', (route) => route.abort())
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await page.getByRole('textbox', { name: t('editing.name') }).fill('屋顶 *3')
    await expect(page.getByText(errors.station_name_characters[language])).toBeVisible()
    await page.getByRole('textbox', { name: t('editing.name') }).fill('站'.repeat(31))
    await expect(page.getByText(errors.station_name_length[language])).toBeVisible()
    await page.getByRole('button', { name: t('editing.step.place'), exact: true }).click()
    const again = page.getByRole('button', { name: t('ui.retry') })
    await expect(again).toBeVisible()
    await page.unroute('**/lazy-steps-*.js')
    await again.click()
    await page.getByRole('button', { name: t('editing.useMyPosition') }).click()
    await expect(page.getByText(t('editing.locate.denied'))).toBeVisible()
    await page.getByRole('button', { name: t('editing.step.worth') }).click()
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByText(errors.station_name_length[language])).toBeVisible()
    await expect(page.getByText(errors.required[language])).toBeVisible()
    await expectSound(page)
    expect(sent).toBe(0)
  })

  test(`a draft survives reloading, and an answer that was lost makes no second station (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await fillIn(page, `E2E-Lost-Answer${mark}`)
    await page.getByRole('textbox', { name: t('editing.phone') }).fill('0292507111')
    await page.reload()
    await expect(page.getByText(around(t('editing.restored', { age: 'ARGUMENT' })))).toBeVisible()
    await expect(page.getByRole('textbox', { name: t('editing.phone') })).toHaveValue('0292507111')
    await page.route('**/api/stations', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      // The server has carried it out; only the answer does not come through.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByText(t('failure.no_connection'))).toBeVisible()
    await page.unroute('**/api/stations')
    await page.getByRole('textbox', { name: t('editing.phone') }).fill('0292507112')
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()
    const made = await named(page.request, world, `E2E-Lost-Answer${mark}`)
    expect(made).toHaveLength(1)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await expect(page.getByRole('textbox', { name: t('editing.name') })).toHaveValue('')
    const kept = await page.evaluate(() => Object.keys(localStorage).sort())
    expect(kept).toEqual(['lang', 'platform', 'userInfo'])
  })

  test(`O2: the second of two people sees both versions and overwrites nothing unseen (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await fillIn(page, `E2E-Two-People${mark}`)
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()
    const [made] = await named(page.request, world, `E2E-Two-People${mark}`)
    const id = made?.id ?? ''

    await page.goto(`${world.url}/h5/create-or-edit-station?stationId=${id}`)
    await page.getByRole('textbox', { name: t('editing.name') }).fill(`E2E-Mine${mark}`)
    await page.getByRole('button', { name: t('editing.step.power') }).click()
    await page.getByRole('textbox', { name: t('editing.tiltDeg') }).fill('31')

    const present = await stationOf(page.request, world, id)
    const unsent = [
      'id',
      'code',
      'companyName',
      'ownerAccountName',
      'deletedAt',
      'capacityW',
      'createdAt',
      'version',
    ]
    const body = Object.fromEntries(Object.entries(present).filter(([name]) => !unsent.includes(name)))
    const other = await page.request.put(`${world.url}/api/stations/${id}`, {
      data: { ...body, name: `E2E-Theirs${mark}`, address: 'Circular Quay' },
      headers: { 'if-match': `"${present.version}"`, 'idempotency-key': crypto.randomUUID() },
    })
    expect(other.status()).toBe(200)

    await page.getByRole('button', { name: t('ui.save'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('editing.conflict.title') })
    await expect(sheet.getByText(t('editing.conflict.left', { count: 1 }))).toBeVisible()
    await expect(sheet.getByRole('button', { name: t('editing.conflict.save') })).toBeDisabled()
    await expectSound(page)
    expect((await stationOf(page.request, world, id)).name).toBe(`E2E-Theirs${mark}`)

    await sheet.getByText(`E2E-Mine${mark}`).click()
    await sheet.getByRole('button', { name: t('editing.conflict.save') }).click()
    await expect(sheet).toBeHidden()
    await expect(async () => {
      const now = await stationOf(page.request, world, id)
      expect(now).toMatchObject({ name: `E2E-Mine${mark}`, tiltDeg: 31, address: 'Circular Quay' })
    }).toPass()
  })
}
