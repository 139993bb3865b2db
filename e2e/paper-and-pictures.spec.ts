import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openOrder } from './order-by-hand.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'

type Station = { id: string; name: string; timeZone: string }

/** One of the demonstration that has measured energy, whatever other files have made. */
const stationWithHistory = async (page: Page, world: World): Promise<Station> => {
  const answer = await page.request.get(`${world.url}/api/stations?search=Landshut`)
  const { stations } = (await answer.json()) as { stations: Station[] }
  const [station] = stations
  if (!station) throw new Error('no station')
  return station
}
const monthIn = (zone: string): string => Temporal.Now.plainDateISO(zone).toPlainYearMonth().toString()

/** Sheets of a PDF as the browser writes it. */
const sheetsOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** How bright the page is as it goes to paper: 255 is white. */
const brightness = async (page: Page): Promise<number> => {
  const { channels } = await sharp(await page.screenshot({ fullPage: true })).stats()
  return Math.min(...channels.slice(0, 3).map(({ mean }) => mean))
}

for (const look of longFlowIn('zh_CN')) {
  const { language, theme } = look
  const t = wordsIn(language)

  test(`a month of a station becomes a picture that says what was chosen (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const station = await stationWithHistory(page, world)
    const month = monthIn(station.timeZone)
    await page.goto(`${world.url}/h5/station-detail?stationId=${station.id}&period=month`)
    // Another stands at the first figure, for the day.
    await page
      .locator('section', { has: page.getByRole('heading', { name: t('station.chart.title'), exact: true }) })
      .getByRole('button', { name: t('station.sharePicture') })
      .click()
    const sheet = page.getByRole('dialog', { name: t('shareCard.title') })
    const picture = sheet.getByRole('img')
    await expect(picture).toHaveAccessibleName(new RegExp(`^${station.name}, .*Sunkeeper$`))
    await expect(picture).toHaveAccessibleName(new RegExp(t('shareCard.co2')))
    await expectSound(page)
    const name = sheet.getByRole('switch', { name: t('shareCard.withName') })
    await name.press('Space')
    await expect(picture).not.toHaveAccessibleName(new RegExp(station.name))
    const coming = page.waitForEvent('download')
    await sheet.getByRole('button', { name: t('shareCard.save') }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`sunkeeper_${month}.png`)
    const drawn = sharp(await readFile(await download.path()))
    expect(await drawn.metadata()).toMatchObject({ format: 'png', width: 1080, height: 1350 })
    // Paper and ink: neither empty nor of one colour, light or dark as the app.
    const { channels } = await drawn.stats()
    expect(channels[0]?.stdev).toBeGreaterThan(10)
    if (theme === 'dark') expect(channels[0]?.mean).toBeLessThan(110)
    else expect(channels[0]?.mean).toBeGreaterThan(200)
  })

  test(`a report, a record and an order go to paper without tabs, black on white (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('administrator', language, theme)
    const other = await browser.newContext()
    await inLanguage(other, language)
    await signInAs(other, world, 'maintainer')
    const boss = await browser.newContext()
    await inLanguage(boss, language)
    await signInAs(boss, world, 'installer')
    const bossPage = await boss.newPage()
    const { id } = await stationWithHistory(bossPage, world)
    const answer = await bossPage.request.get(`${world.url}/api/stations/${id}/devices?kind=gateway`)
    const { devices } = (await answer.json()) as { devices: { id: string }[] }
    const about = { stationId: id, deviceId: devices[0]?.id ?? '' }
    const name = `On paper ${markOf(look)}`
    const { id: orderId } = await openOrder(bossPage, await other.newPage(), world, name, about)
    await Promise.all([other.close(), boss.close()])
    const month = new Date().toISOString().slice(0, 7)
    const papers = [
      { path: `om-detail?stationId=${id}&report=${month}`, shows: t('report.health'), most: 2 },
      { path: `home?report=${month}`, shows: t('report.health'), most: 2 },
      { path: `om-detail?stationId=${id}`, shows: t('record.availability'), most: 3 },
      { path: `work-order-detail?orderId=${orderId}`, shows: t('order.flowTitle'), most: 3 },
    ]
    for (const { path, shows, most } of papers) {
      await page.goto(`${world.url}/h5/${path}`)
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      const head = await page.evaluate<string>(
        "getComputedStyle(document.documentElement).getPropertyValue('--paper-title')",
      )
      expect([path, head.length > 8]).toEqual([path, true])
      const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true }))
      expect([path, sheets >= 1 && sheets <= most]).toEqual([path, true])
      // The same as the browser does before it prints.
      await page.emulateMedia({ media: 'print' })
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
      expect([path, (await brightness(page)) > 225]).toEqual([path, true])
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('report.print') })).toHaveCount(0)
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
      await page.emulateMedia({ media: 'screen' })
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('img', { name: t('order.paperCode') })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('img', { name: t('order.paperCode') })).toBeHidden()
  })
}
