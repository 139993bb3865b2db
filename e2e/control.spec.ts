import type { Page } from '@playwright/test'
import { tailOf } from '#domain/commands/control-limits.ts'
import { openControlSite, SHUTDOWNS, signInToControl } from './control-site.ts'
import { expect, expectSound, inLanguage, type Language, signInAs, test } from './world.ts'
import { longFlowIn, wordsIn } from './words.ts'

test.use({ worldName: 'control' })

const countsOn = (page: Page) =>
  Promise.all(
    ['success', 'abnormal', 'fail', 'in_progress'].map((name) =>
      page.getByTestId(`count-${name}`).textContent(),
    ),
  )

for (const { language, theme } of longFlowIn('en'))
  test(`C5: a station of 60 is switched off with 3 liars and 2 silent devices, live on two phones (${language}, ${theme})`, async ({
    browser,
    context,
    page,
    world,
  }) => {
    const t = wordsIn(language)
    await inLanguage(context, language, { theme, url: world.url })
    await signInToControl(context, world)
    const site = await openControlSite(page, world, { name: `Sixty-${language}`, liars: 3, silent: 2 })
    const other: Language = language === 'en' ? 'zh_CN' : 'en'
    const second = await browser.newContext({ viewport: { width: 375, height: 812 } })
    try {
      await inLanguage(second, other, { theme, url: world.url })
      await signInAs(second, world, 'administrator')
      const phone = await second.newPage()
      await phone.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}&view=ledger`)
      await expect(phone.getByText(wordsIn(other)('control.noLedger'))).toBeVisible()

      await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}`)
      await expect(
        page.getByText(language === 'en' ? 'Please select the device first' : '请先选择设备'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: t('control.off'), exact: true })).toBeHidden()
      await page.getByText(t('kinds.shutdown.many'), { exact: true }).click()
      await page.getByRole('button', { name: t('control.all', { count: String(SHUTDOWNS) }) }).click()
      await expectSound(page)
      await page.getByRole('button', { name: t('control.off'), exact: true }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText(t('control.effect.shutdown_off', { count: SHUTDOWNS }))).toBeVisible()
      await expect(sheet.getByText('17.0', { exact: true }).first()).toBeVisible()
      const send = sheet.getByRole('button', { name: t('control.op.switch_off') })
      await sheet.getByLabel(t('control.confirmLabel', { count: '4' })).fill('0000')
      await send.click()
      await expect(sheet.getByText(t('control.confirmWrong'))).toBeVisible()
      await sheet.getByLabel(t('control.confirmLabel', { count: '4' })).fill(tailOf(site.gatewaySn))
      await expectSound(page)
      await send.click()

      await expect(page.getByText(t('control.hint')).first()).toBeVisible()
      await expect(async () => expect(await countsOn(page)).toEqual(['55', '5', '0', '0'])).toPass()
      // All results are in: there is nothing to come back for.
      await expect(page.locator('main').getByText(t('control.hint'))).toHaveCount(0)
      const rows = page.locator('main').getByRole('listitem')
      await expect(rows.getByText(t('control.code.contradicted'))).toHaveCount(3)
      await expect(rows.getByText(t('control.code.no_answer'))).toHaveCount(2)
      await expect(page.getByText(t('limits.wayOut.contradicted'))).toBeVisible()
      await expect(page.getByText(t('control.step.read'))).toBeVisible()
      await expectSound(page)

      // The other phone has seen it come, and finds the same result, without a reload.
      const theirs = wordsIn(other)
      await phone.getByText(theirs('control.targets', { count: SHUTDOWNS })).click()
      await expect(phone.getByText(theirs('control.step.unverified'))).toBeVisible()
      await phone.getByRole('link', { name: theirs('control.devices') }).click()
      await expect(async () => expect(await countsOn(phone)).toEqual(['55', '5', '0', '0'])).toPass()

      await phone.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}&view=board`)
      await expect(phone.getByTestId('board-safe')).toHaveText('55')
      await expect(phone.getByTestId('board-live')).toHaveText('3')
      await expect(phone.getByTestId('board-unknown')).toHaveText('2')
      await phone.emulateMedia({ media: 'print' })
      await expect(phone.getByText(theirs('control.board.record'))).toBeVisible()
      await expect(phone.getByText(theirs('control.board.print'))).toBeHidden()
      await expect(phone.locator('tbody tr')).toHaveCount(SHUTDOWNS)
      await phone.emulateMedia({ media: 'screen' })

      // Wanted, and by whom, is said wherever the station is.
      const said = theirs('state.offBy', { count: 77, by: 'Controller', at: 'AT' })
      const off = phone
        .getByText(new RegExp(said.replace('77', '\\d+').replace('AT', '.+')))
        .filter({ visible: true })
      const pages = [
        `station-detail?stationId=${site.stationId}`,
        `station-list?search=Sixty-${language}`,
        'om-page',
        `station-list?search=Sixty-${language}&view=map`,
      ]
      for (const path of pages)
        await test.step(path, async () => {
          await phone.goto(`${world.url}/h5/${path}`)
          if (path.endsWith('map')) {
            const pin = phone.getByRole('application').getByRole('button', { name: /^Sixty/ })
            await expect(pin).toBeVisible()
            await pin.click()
          }
          await expect(off.first()).toBeVisible()
          await expect(phone.getByText(theirs('map.allWell'), { exact: true })).toHaveCount(0)
          await expectSound(phone)
        })
      await phone.goto(`${world.url}/h5/home`)
      await expect(phone.getByText(theirs('state.switched_off'), { exact: true }).first()).toBeVisible()

      // Whoever is on site checks in with one press, and controls alone: the others get the name and a way to ask.
      await phone.goto(`${world.url}/h5/station-detail?stationId=${site.stationId}`)
      await phone.getByRole('button', { name: theirs('presence.checkIn'), exact: true }).click()
      await expect(phone.getByText(theirs('presence.you'), { exact: true })).toBeVisible()
      await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}`)
      await expect(page.getByText(t('presence.title'), { exact: true })).toBeVisible()
      await page.getByText(t('kinds.gateway.many'), { exact: true }).click()
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: t('control.on'), exact: true }).click()
      await expect(sheet.getByText(t('control.workTitle'))).toBeVisible()
      await expect(sheet.getByRole('button', { name: t('control.op.switch_on') })).toBeDisabled()
      await expectSound(page)
      await phone.getByRole('button', { name: theirs('presence.checkOut'), exact: true }).click()
      await expect(phone.getByText(theirs('presence.nobody'))).toBeVisible()
      await expect(sheet.getByRole('button', { name: t('control.op.switch_on') })).toBeEnabled()
    } finally {
      await second.close()
      await site.stop()
    }
  })

test('O7: control is never queued on a phone without a network', async ({ context, page, world }) => {
  const t = wordsIn('zh_CN')
  await inLanguage(context, 'zh_CN')
  await signInToControl(context, world)
  const site = await openControlSite(page, world, { name: 'Offline-control', liars: 0, silent: 0 })
  try {
    await page.goto(`${world.url}/h5/remote-control?stationId=${site.stationId}`)
    await page.getByText(t('kinds.gateway.many'), { exact: true }).click()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: t('control.off'), exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(t('control.confirmLabel', { count: '4' })).fill(tailOf(site.gatewaySn))
    await context.setOffline(true)
    await expect(sheet.getByText(t('control.offlinePhone')).first()).toBeVisible()
    await expect(sheet.getByRole('button', { name: t('control.op.switch_off') })).toBeDisabled()
    await sheet.getByLabel(t('control.confirmLabel', { count: '4' })).press('Enter')
    await context.setOffline(false)
    await expect(sheet.getByRole('button', { name: t('control.op.switch_off') })).toBeEnabled()
    const answer = await page.request.get(`${world.url}/api/commands?stationId=${site.stationId}`)
    expect(((await answer.json()) as { commands: unknown[] }).commands).toEqual([])
  } finally {
    await site.stop()
  }
})
