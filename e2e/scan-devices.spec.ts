import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { chromiumArguments, findChromium } from '../scripts/prepare-tests.ts'
import { type Label, photoOfLabels, writeFilm } from './pictures.ts'
import { connectStation, makeStation } from './screens.ts'
import { around, longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, signInAs, test } from './world.ts'

const film = join(tmpdir(), `sunkeeper-labels-${process.pid}.y4m`)
const chromium = findChromium()
test.use({
  launchOptions: {
    ...(chromium === null ? {} : { executablePath: chromium }),
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

const many = 60
/** Never 12 digits by chance, so that a label that is no serial can be told. */
const serials = Array.from({ length: many }, (_, no) => `OP${process.pid}A${String(no).padStart(4, '0')}`)
const labelOf = (sn: string, no: number): Label =>
  no % 3 === 0
    ? { format: 'qrcode', text: `https://example.org/device?sn=${sn}` }
    : no % 3 === 1
      ? { format: 'code128', text: sn }
      : { format: 'datamatrix', text: `SN=${sn}` }
const stranger: Label = { format: 'qrcode', text: 'WELCOME' }

test.beforeAll(async () => {
  const labels = serials.map(labelOf)
  // The last two come in one picture, beside a code that is no serial.
  await writeFilm(film, [...labels.slice(0, -2).map((one) => [one]), [...labels.slice(-2), stranger]])
})

test.afterAll(() => rmSync(film, { force: true }))

type Row = { id: string; kind: string; sn: string; stringNo: number | null; position: number | null }
const devicesOf = async (page: Page, url: string, stationId: string): Promise<Row[]> => {
  // A connection that has been idle for ten seconds is closed by the server, perhaps in the very moment it is used again.
  const answer = await page.request.get(`${url}/api/stations/${stationId}/devices`, { maxRetries: 3 })
  return ((await answer.json()) as { devices: Row[] }).devices
}

/** Keys as close together as a hand scanner sends them, however busy this machine is. */
const handScan = async (page: Page, text: string): Promise<void> =>
  page.evaluate(`for (const key of ${JSON.stringify([...text, 'Enter'])})
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)
  const on = (page: Page) => ({
    scan: page.getByRole('button', { name: t('addDevices.scan'), exact: true }),
    string: page.getByRole('button', { name: around(t('addDevices.string')) }),
    line: page.getByRole('textbox', { name: t('addDevices.typeLabel') }),
    save: (count: number) => page.getByRole('button', { name: t('addDevices.save', { count }), exact: true }),
    camera: page.getByRole('dialog', {
      name: t('addDevices.scanTitle', { kinds: t('kinds.optimizer.within') }),
    }),
    row: (sn: string) => page.getByRole('listitem').filter({ hasText: sn }),
  })
  const chooseString = async (page: Page, no: number): Promise<void> => {
    await on(page).string.click()
    const name = t('addDevices.stringNo', { no: String(no) })
    await page.getByRole('dialog').locator('label').filter({ hasText: name }).click()
  }

  test(`sixty labels are read by the camera, saved in one go and named as repeats afterwards (${language}, ${theme})`, async ({
    asRole,
    context,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await context.grantPermissions(['camera'], { origin: world.url })
    const site = await makeStation(page, world, `Scan-${language}`)
    const { line: wire } = await connectStation(page, world, site)
    const { scan, save, camera } = on(page)
    await page.goto(`${world.url}/h5/add-generate-power-device?stationId=${site.stationId}`)
    await chooseString(page, 2)
    await expectSound(page)
    await scan.click()
    await expect(camera.getByText(t('addDevices.scanned')).locator('..')).toContainText(/[1-9]/)
    await expectSound(page)
    await expect(camera.getByText(String(many), { exact: true })).toBeVisible({ timeout: 600_000 })
    await camera.getByRole('button', { name: t('addDevices.done') }).click()
    await expect(camera).toBeHidden()
    for (const sn of [serials[0], serials[1], serials[2], serials[many - 1]])
      await expect(on(page).row(sn ?? '')).toBeVisible()
    await expectSound(page)
    // What is on the list outlives the page.
    await page.reload()
    await save(many).click()
    await expect(page.getByText(t('addDevices.created'), { exact: true })).toBeVisible()
    const added = (await devicesOf(page, world.url, site.stationId)).filter(({ stringNo }) => stringNo === 2)
    expect(added.map(({ sn }) => sn).sort()).toEqual([...serials].sort())
    expect(added.map(({ position }) => position).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: many }, (_, no) => no + 1),
    )
    await scan.click()
    await expect(
      camera.getByText(around(t('addDevices.wrong.inStationAt', { where: 'ARGUMENT' }))),
    ).toBeVisible()
    await expect(camera.getByRole('button', { name: t('addDevices.undo') })).toBeHidden()

    await page.goto(`${world.url}/h5/connect-device?gatewayId=${site.gateway}`)
    await expect(page.getByText(t('connect.missingTitle', { count: many }), { exact: true })).toBeVisible()
    await expectSound(page)
    // The film is shown to the other language too, in the same installation.
    const gone = await page.request.post(`${world.url}/api/stations/${site.stationId}/devices/delete`, {
      data: { ids: added.map(({ id }) => id) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(await gone.json()).toEqual({ deleted: many })
    await wire.close()
  })

  test(`serials also come by hand scanner, by typing and from a list, and each fault is said (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const site = await makeStation(page, world, `Type-${language}`)
    const { line: wire, place } = await connectStation(page, world, site)
    const { line, row, save } = on(page)
    const mark = `T${markOf({ language, theme })}${process.pid}`
    await page.goto(`${world.url}/h5/add-generate-power-device?stationId=${site.stationId}`)
    await expect(line).toBeVisible()
    await handScan(page, `${mark}01`)
    await expect(row(`${mark}01`)).toBeVisible()
    await line.fill(` ${mark.toLowerCase()}02 `)
    await line.press('Enter')
    await expect(row(`${mark}02`)).toBeVisible()
    await line.fill(`${mark}01`)
    await line.press('Enter')
    await expect(page.getByText(t('addDevices.wrong.onListAt', { no: '1' }))).toBeVisible()
    await page.getByRole('button', { name: t('addDevices.list') }).click()
    const sheet = page.getByRole('dialog', { name: t('addDevices.listTitleSheet') })
    // The last is the serial of a gateway: in use, whoever's it is.
    await sheet.getByRole('textbox').fill(`${mark}03\n123\n${mark}03\n${site.sn}`)
    await sheet.getByRole('button', { name: t('addDevices.add') }).click()
    await expect(
      page.getByText(
        t('addDevices.cameNot', { sn: `${mark}03`, why: t('addDevices.wrong.onListAt', { no: '3' }) }),
      ),
    ).toBeVisible()
    await expect(row('123').getByText(t('addDevices.wrong.sn_format'))).toBeVisible()
    // It stands clear of the button that saves the rest.
    await expect(async () => {
      const [wrong, button] = await Promise.all([row('123').boundingBox(), save(3).boundingBox()])
      expect(wrong && wrong.y + wrong.height).toBeLessThanOrEqual(button?.y ?? 0)
    }).toPass()
    await expectSound(page)
    await row('123').getByRole('button', { name: '123' }).first().click()
    const editor = page.getByRole('dialog', { name: t('addDevices.edit') })
    await expect(editor.getByText(errors.sn_format[language])).toBeVisible()
    await editor.getByRole('textbox', { name: 'SN' }).fill(`${mark}04`)
    await expectSound(page)
    await editor.getByRole('button', { name: t('ui.done') }).click()
    await expect(row(`${mark}04`)).toBeVisible()

    // What a gateway found by itself is not a repeat: adding it confirms it.
    const found = (await devicesOf(page, world.url, site.stationId)).find(({ id }) => id === place.optimizer)
    await line.fill(found?.sn ?? '')
    await line.press('Enter')
    await expect(row(found?.sn ?? '')).toBeVisible()
    await save(5).click()
    await expect(page.getByText(t('addDevices.created'), { exact: true })).toBeVisible()
    await page.goto(`${world.url}/h5/connect-device?gatewayId=${site.gateway}`)
    await expect(page.getByText(t('connect.missingTitle', { count: 4 }), { exact: true })).toBeVisible()
    await expect(page.getByText(t('connect.matchingTitle', { count: 1 }), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('connect.confirm', { count: 2 }) }).click()
    await expect(page.getByText(t('connect.matchingTitle', { count: 3 }), { exact: true })).toBeVisible()
    await expectSound(page)
    await wire.close()
  })

  test(`labels are read from a photo, devices from a table, a gateway from a hand scanner (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const site = await makeStation(page, world, `File-${language}`)
    const { row, save } = on(page)
    const mark = `F${markOf({ language, theme })}${process.pid}`
    await page.goto(`${world.url}/h5/add-generate-power-device?stationId=${site.stationId}`)
    const photo = await photoOfLabels([
      { format: 'datamatrix', text: `S/N: ${mark}01` },
      { format: 'code128', text: `${mark}02` },
    ])
    const files = page.locator('input[type=file]')
    await files.first().setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(row(`${mark}01`)).toBeVisible()
    await expect(row(`${mark}02`)).toBeVisible()
    await page.getByRole('button', { name: t('addDevices.list') }).click()
    const sheet = page.getByRole('dialog', { name: t('addDevices.listTitleSheet') })
    const coming = page.waitForEvent('download')
    await sheet.getByRole('button', { name: t('addDevices.template') }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
    const head = ['SN', t('addDevices.column.kind'), t('addDevices.column.name')].join(',')
    const table = `${head}\n${mark}03,${t('kinds.shutdown.short')},"Roof, west"\n`
    const csv = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
    await sheet.locator('input[type=file]').setInputFiles(csv)
    await expect(row(`${mark}03`).getByText('Roof, west')).toBeVisible()
    await expectSound(page)
    await save(3).click()
    await expect(page.getByText(t('addDevices.created'), { exact: true })).toBeVisible()
    const kinds = (await devicesOf(page, world.url, site.stationId)).filter(({ sn }) => sn.startsWith(mark))
    expect(kinds.map(({ sn, kind }) => [sn, kind]).sort()).toEqual([
      [`${mark}01`, 'inverter'],
      [`${mark}02`, 'inverter'],
      [`${mark}03`, 'shutdown'],
    ])

    await page.goto(`${world.url}/h5/add-communication-device?way=login&stationId=${site.stationId}`)
    await expect(page.getByRole('button', { name: t('adding.scanLabel') })).toBeVisible()
    await handScan(page, `SN=GW${mark}9 CC=K7QM-4T2X`)
    await expect(page.getByRole('textbox', { name: t('adding.sn') })).toHaveValue(`GW${mark}9`)
    await expect(page.getByRole('textbox', { name: t('adding.claimCode') })).toHaveValue('K7QM-4T2X')

    await page.goto(`${world.url}/h5/select-deviceSn?stationId=${site.stationId}`)
    await expect(page.getByText(`${mark}02`, { exact: true })).toBeVisible()
    await expectSound(page)
    await handScan(page, `${mark}03`)
    await expect(page.getByText(`${mark}02`, { exact: true })).toBeHidden()
    await page.getByText(`${mark}03`, { exact: true }).click()
    await expect(page).toHaveURL(/shutdown-detail/)
  })

  test(`two phones add to one station: nothing is lost and what the other has added is named (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const site = await makeStation(page, world, `Two-${language}`)
    const { line: wire } = await connectStation(page, world, site)
    const context = await browser.newContext()
    await inLanguage(context, language, { theme, url: world.url })
    await signInAs(context, world, 'installer')
    const other = await context.newPage()
    const mark = `P${markOf({ language, theme })}${process.pid}`
    const enter = async (of: Page, sns: readonly string[]): Promise<void> => {
      for (const sn of sns) {
        await on(of).line.fill(sn)
        await on(of).line.press('Enter')
        await expect(on(of).row(sn)).toBeVisible()
      }
    }
    for (const one of [page, other]) {
      await one.goto(`${world.url}/h5/add-generate-power-device?stationId=${site.stationId}`)
      await chooseString(one, 2)
    }
    await enter(page, [`${mark}01`, `${mark}02`])
    await enter(other, [`${mark}02`, `${mark}03`, `${mark}04`])
    await on(page).save(2).click()
    await expect(page.getByText(t('addDevices.created'), { exact: true })).toBeVisible()
    // On the other phone, which reads nothing anew by itself.
    await expect(
      on(other)
        .row(`${mark}02`)
        .getByText(around(t('addDevices.wrong.inStationAt', { where: 'ARGUMENT' }))),
    ).toBeVisible()
    await expect(on(other).row(`${mark}03`).getByText(t('addDevices.wrong.position_taken'))).toBeVisible()
    await expect(other.getByText(t('addDevices.sinceTitle', { count: 2 }), { exact: true })).toBeVisible()
    await on(other).row(`${mark}03`).getByRole('button').first().click()
    const editor = other.getByRole('dialog', { name: t('addDevices.edit') })
    await editor.getByRole('button', { name: t('addDevices.nextFree') }).click()
    await editor.getByRole('button', { name: t('ui.done') }).click()
    await on(other).save(2).click()
    await expect(on(other).row(`${mark}03`)).toBeHidden()
    const places = (await devicesOf(page, world.url, site.stationId))
      .filter(({ sn }) => sn.startsWith(mark))
      .map(({ sn, stringNo, position }) => [sn, stringNo, position])
    expect(places.sort()).toEqual([
      [`${mark}01`, 2, 1],
      [`${mark}02`, 2, 2],
      [`${mark}03`, 2, 4],
      [`${mark}04`, 2, 3],
    ])
    await context.close()
    await wire.close()
  })

  test(`without a camera the page says what to do (${language}, ${theme})`, async ({
    asRole,
    context,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    await context.clearPermissions()
    const site = await makeStation(page, world, `None-${language}`)
    const path = `${world.url}/h5/add-generate-power-device?stationId=${site.stationId}`
    await page.goto(path)
    const camera = page.getByRole('dialog', {
      name: t('addDevices.scanTitle', { kinds: t('kinds.inverter.within') }),
    })
    await on(page).scan.click()
    await expect(camera.getByText(t('scanner.problem.refused.title'))).toBeVisible()
    await expect(camera.getByRole('button', { name: t('scanner.photo') })).toBeVisible()
    await expectSound(page)
    // As a page without HTTPS finds it.
    await page.addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false })
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined })`)
    await page.goto(path)
    await on(page).scan.click()
    await expect(camera.getByText('npm run certificate')).toBeVisible()
    await expectSound(page)
  })
}
