import type { APIRequestContext, Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { pngOf } from '#tests/factories/files.ts'
import { around, longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, signInAs, test, inLanguage } from './world.ts'
import type { World } from './world-process.ts'

type Station = { id: string; name: string; imageFileId: string | null; latitude: number; north: boolean }

const stationOf = async (request: APIRequestContext, world: World, id: string): Promise<Station> =>
  ((await (await request.get(`${world.url}/api/stations/${id}`)).json()) as { station: Station }).station
const named = async (request: APIRequestContext, world: World, name: string): Promise<Station[]> => {
  const answer = await request.get(`${world.url}/api/stations?search=${name}&limit=50`)
  return ((await answer.json()) as { stations: Station[] }).stations
}
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('stationId') ?? ''

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)
  const mark = `-${markOf({ language, theme })}`
  const picture = { name: 'roof.png', mimeType: 'image/png', buffer: pngOf(640, 480) }

  const step = (page: Page, name: 'basics' | 'place' | 'power' | 'worth') =>
    page
      .getByRole('navigation', { name: t('editing.steps') })
      .getByRole('button', { name: t(`editing.step.${name}`) })
  const create = async (page: Page, world: World, name: string): Promise<string> => {
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await page.getByRole('textbox', { name: t('editing.name') }).fill(name)
    await page.getByRole('button', { name: t('editing.type') }).click()
    await page.getByRole('dialog').getByText(t('stations.type.commercial'), { exact: true }).click()
    await page.getByLabel(t('editing.imageFileId'), { exact: true }).last().setInputFiles(picture)
    await expect(page.getByRole('img', { name: t('photo.preview') })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: t('photo.sending') })).toBeHidden()
    await expectSound(page)
    await page.getByRole('button', { name: t('editing.next') }).click()
    await page.getByRole('textbox', { name: t('editing.latitude') }).fill('33.9')
    await page.getByText(t('editing.south'), { exact: true }).click()
    await page.getByRole('textbox', { name: t('editing.longitude') }).fill('18.4')
    await page.getByRole('button', { name: t('editing.onMap') }).click()
    const pin = page.getByRole('button', { name: around(t('editing.pin', { position: 'ARGUMENT' })) })
    await expect(pin).toBeVisible()
    await expectSound(page)
    await pin.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('textbox', { name: t('editing.latitude') })).not.toHaveValue('33.9')
    await expect(page.getByRole('button', { name: /Africa\/Johannesburg/ })).toBeVisible()
    await page.getByRole('button', { name: t('editing.next') }).click()
    await page.getByRole('textbox', { name: t('editing.capacity') }).fill('12.5')
    await page.getByRole('button', { name: t('editing.next') }).click()
    await page.getByRole('button', { name: t('editing.create') }).click()
    await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()
    return idIn(page)
  }

  test(`a station with a picture and a pin, seen in the list and on its page, then deleted by its name (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const name = `Photo-Roof${mark}`
    const id = await create(page, world, name)
    const made = await stationOf(page.request, world, id)
    expect(made.imageFileId).not.toBeNull()
    expect([made.north, made.latitude < 33.9]).toEqual([false, true])

    await page.goto(`${world.url}/h5/station-list?search=${name}`)
    const thumb = page.locator(`img[src*="${made.imageFileId}"]`)
    await expect(thumb).toBeVisible()
    const drawn = `document.querySelector('img[src*="${made.imageFileId}"]').naturalWidth`
    await expect.poll(async () => page.evaluate<number>(drawn)).toBeGreaterThan(0)
    await page.goto(`${world.url}/h5/station-detail?stationId=${id}&tab=information`)
    await expect(page.getByRole('img', { name: t('station.info.photograph', { name }) })).toBeVisible()
    await expectSound(page)

    await page.goto(`${world.url}/h5/create-or-edit-station?stationId=${id}`)
    await page.getByRole('button', { name: t('leaving.open') }).click()
    const sheet = page.getByRole('dialog', { name: t('leaving.title') })
    const confirm = sheet.getByRole('button', { name: t('leaving.confirm'), exact: true })
    await sheet.getByRole('textbox', { name: t('leaving.name') }).fill(`${name}x`)
    await confirm.click()
    await expect(sheet.getByText(t('leaving.differs'))).toBeVisible()
    await expectSound(page)
    expect(await named(page.request, world, name)).toHaveLength(1)
    await sheet.getByRole('textbox', { name: t('leaving.name') }).fill(name)
    await confirm.click()
    await expect(page.getByText(t('leaving.done'), { exact: true }).last()).toBeVisible()
    await expect(page).toHaveURL(/station-list/)
    expect(await named(page.request, world, name)).toEqual([])
    expect((await page.request.get(`${world.url}/api/stations/${id}`)).status()).toBe(404)
  })

  test(`O2: two browsers change one station, and the second is told who and when (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const id = await create(page, world, `Two-Browsers${mark}`)
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
    await inLanguage(context, language, { theme, url: world.url })
    await signInAs(context, world, 'administrator')
    const second = await context.newPage()
    for (const one of [page, second]) {
      await one.goto(`${world.url}/h5/create-or-edit-station?stationId=${id}`)
      await expect(one.getByRole('textbox', { name: t('editing.name') })).toHaveValue(`Two-Browsers${mark}`)
    }
    await page.getByRole('textbox', { name: t('editing.name') }).fill(`First${mark}`)
    await page.getByRole('button', { name: t('ui.save'), exact: true }).click()
    await expect(page).toHaveURL(/station-detail|station-list/)
    await second.getByRole('textbox', { name: t('editing.name') }).fill(`Second${mark}`)
    await second.getByRole('button', { name: t('ui.save'), exact: true }).click()
    const sheet = second.getByRole('dialog', { name: t('editing.conflict.title') })
    await expect(sheet).toBeVisible()
    const me = (await (await page.request.get(`${world.url}/api/session`)).json()) as {
      person: { name: string }
    }
    await expect(
      sheet.getByText(around(t('editing.conflict.savedBy', { name: me.person.name, time: 'ARGUMENT' }))),
    ).toBeVisible()
    await expect(sheet.getByText(`First${mark}`)).toBeVisible()
    await expect(sheet.getByText(`Second${mark}`)).toBeVisible()
    await expectSound(second)
    expect((await stationOf(page.request, world, id)).name).toBe(`First${mark}`)
    await context.close()
  })

  test(`a picture that was cut off survives a reload and is sent again (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await page.getByRole('textbox', { name: t('editing.name') }).fill(`Cut-Off${mark}`)
    await page.route('**/api/files/**', (route) => route.abort('connectionreset'))
    await page.getByLabel(t('editing.imageFileId'), { exact: true }).last().setInputFiles(picture)
    await expect(
      page.getByText(t('photo.notSent')).or(page.getByText(t('failure.no_connection'))),
    ).toBeVisible()
    await expectSound(page)
    await page.unroute('**/api/files/**')
    await page.reload()
    await expect(page.getByRole('img', { name: t('photo.preview') })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: t('photo.sending') })).toBeHidden()
    await expect(page.getByText(t('photo.notSent'))).toBeHidden()
    await page.getByRole('button', { name: t('photo.remove') }).click()
    await expect(page.getByRole('button', { name: t('photo.choose') })).toBeVisible()
    const wrong = { name: 'roof.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
    await page.getByLabel(t('editing.imageFileId'), { exact: true }).last().setInputFiles(wrong)
    await expect(page.getByText(errors.file_refused[language])).toBeVisible()
    await step(page, 'worth').click()
    await expect(page.getByRole('textbox', { name: t('editing.phone') })).toBeVisible()
  })

  test(`an administrator chooses the company on a page of its own, and the draft is still there (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('administrator', language, theme)
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await page.getByRole('textbox', { name: t('editing.name') }).fill(`Picked${mark}`)
    await page.getByRole('button', { name: t('editing.company') }).click()
    await expect(page).toHaveURL(/select-compony\?ask=/)
    await expect(page.getByRole('heading', { name: t('pickers.company') })).toBeVisible()
    await page.reload()
    const first = page.getByRole('radiogroup').locator('label').first()
    // Below its name stands how many stations and people it has.
    const [company = ''] = (await first.innerText()).split('\n')
    await expectSound(page)
    await first.click()
    await expect(page.getByRole('textbox', { name: t('editing.name') })).toHaveValue(`Picked${mark}`)
    await expect(page.getByRole('button', { name: `${t('editing.company')}: ${company}` })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: `${t('editing.company')}: ${company}` })).toBeVisible()
    // With no question it leads to the stations of a company, and a press lists all again.
    await page.goto(`${world.url}/h5/select-compony`)
    await page.getByRole('link', { name: company }).click()
    await expect(page).toHaveURL(/station-list\?companyId=/)
    const only = page.getByRole('button', { name: t('stations.onlyOf', { company }) })
    await expectSound(page)
    await only.click()
    await expect(page).toHaveURL(/station-list$/)
  })
}
