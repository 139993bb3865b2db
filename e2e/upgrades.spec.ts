import { createPrivateKey, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newFlash } from '#gateway/flash.ts'
import { gatewayVendor } from '#simulator/firmware-devices.ts'
import { buildPackage } from '../scripts/package/build-package.ts'
import { newSerial } from './hand-gateway.ts'
import { type RoofGateway, startRoofGateway } from './roof-gateway.ts'
import { makeStation } from './screens.ts'
import { around, longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, inLanguage, test } from './world.ts'
import type { World } from './world-process.ts'

test.use({ worldName: 'upgrades', actionTimeout: 30_000 })

const shots = process.env['E2E_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

/** Takes half a minute at the pace of these gateways: 50 minutes of theirs. */
const IMAGE_BYTES = 5_000 * 1024
const firmware = (world: World, name: string): Promise<Buffer> =>
  buildPackage(
    {
      name,
      version: '2.2.0',
      vendor: gatewayVendor,
      images: [
        {
          component: 'gateway',
          vendor: gatewayVendor,
          model: 'EMU-2',
          version: '2.2.0',
          seq: 20,
          expires: Date.now() + 86_400_000,
          data: randomBytes(IMAGE_BYTES),
        },
      ],
    },
    {
      id: world.firmware.id,
      privateKey: createPrivateKey({ key: world.firmware.privateKey, format: 'jwk' }),
    },
  )

/** A gateway on a roof, which can lose its power and come back with what it remembers. */
const roofOf = async (page: Page, world: World, name: string) => {
  const { gateway, sn, secret } = await makeStation(page, world, name)
  const roof = { gateway: { sn, secret }, inverter: newSerial('IV'), optimizers: [] }
  const flash = newFlash()
  let line: RoofGateway | null = startRoofGateway(world, roof, false, flash)
  return {
    id: gateway,
    sn,
    cut: async () => {
      await line?.stop()
      line = null
    },
    back: () => {
      line = startRoofGateway(world, roof, false, flash)
    },
    end: async () => line?.stop(),
  }
}

for (const { language, theme } of longFlowIn('en')) {
  test(`two gateways get firmware that somebody else approved; one loses its link on the way (${language}, ${theme})`, async ({
    browser,
    asRole,
    world,
  }) => {
    const t = wordsIn(language)
    const page = await asRole('administrator', language, theme)
    const stem = randomBytes(3).toString('hex').toUpperCase()
    const name = `EMU ${stem}`
    const go = async (route: string): Promise<unknown> => page.goto(`${world.url}/h5/${route}`)
    const roofs = [
      await roofOf(page, world, `Upgrade-${stem}-1`),
      await roofOf(page, world, `Upgrade-${stem}-2`),
    ] as const

    await test.step('the package is uploaded; whoever did that cannot approve it', async () => {
      await go('device-upgrade?tab=packages')
      await page.getByRole('button', { name: t('upgrades.packages.upload') }).click()
      const sheet = page.getByRole('dialog')
      await sheet.locator('input[type=file]').setInputFiles({
        name: 'emu-2.2.0.pkg',
        mimeType: 'application/octet-stream',
        buffer: await firmware(world, name),
      })
      await sheet.getByRole('button', { name: t('upgrades.upload.send'), exact: true }).click()
      await expect(page.getByText(t('upgrades.packages.own'))).toBeVisible()
      await expect(
        page.getByRole('button', { name: t('upgrades.packages.approve'), exact: true }),
      ).toHaveCount(0)
      await shoot(page, `package-${language}`)
      await expectSound(page)
    })

    await test.step('a second person approves it', async () => {
      const context = await browser.newContext()
      await inLanguage(context, language)
      await context.request.post(`${world.url}/api/session`, { data: world.approver })
      const other = await context.newPage()
      await other.goto(`${world.url}/h5/device-upgrade?tab=packages`)
      await other.getByRole('button', { name: new RegExp(name) }).click()
      await other.getByRole('button', { name: t('upgrades.packages.approve'), exact: true }).click()
      await other
        .getByRole('alertdialog')
        .getByRole('button', { name: t('upgrades.packages.approve'), exact: true })
        .click()
      await expect(
        other.getByRole('dialog').getByText(t('upgrades.packages.state.approved'), { exact: true }).first(),
      ).toBeVisible()
      await context.close()
    })

    await test.step('whoever comes to the gateways first finds the package there, and takes what is chosen along', async () => {
      await go('select-upgrade-device')
      const next = page.locator('footer').getByRole('button')
      await expect(page.getByText(t('upgrades.create.chooseGateway'))).toBeVisible()
      await expect(next).toBeDisabled()
      await page.getByRole('button', { name: t('upgrades.create.package') }).click()
      await page.getByRole('dialog').getByText(new RegExp(name)).click()
      const [{ sn }] = roofs
      const box = page.getByRole('checkbox', { name: new RegExp(sn) })
      await expect(async () => {
        await page.getByRole('searchbox').fill('')
        await page.getByRole('searchbox').fill(sn)
        await expect(page.getByRole('checkbox')).toHaveCount(1, { timeout: 2_000 })
        await box.check({ force: true, timeout: 2_000 })
      }).toPass()
      await expectSound(page)
      await next.click()
      await expect(page).toHaveURL(/new-upgrade-task/)
      await expect(page.getByText(t('upgrades.create.restored'))).toHaveCount(0)
      await page.getByRole('button', { name: t('upgrades.create.remove', { name: sn }) }).click()
      await expect(page.getByText(t('upgrades.create.noGateways'))).toBeVisible()
    })

    await test.step('both gateways are chosen, and the upgrade is created', async () => {
      await go('device-upgrade')
      await page.getByRole('link', { name: t('upgrades.new') }).click()
      await page.getByRole('button', { name: t('upgrades.create.package') }).click()
      await page.getByRole('dialog').getByText(new RegExp(name)).click()
      await page.getByRole('button', { name: t('upgrades.create.choose') }).click()
      const search = page.getByRole('searchbox')
      for (const { sn } of roofs) {
        await search.fill(sn)
        const box = page.getByRole('checkbox', { name: new RegExp(sn) })
        // It has to be online; the page is read anew until it is.
        await expect(async () => {
          await search.fill('')
          await search.fill(sn)
          await expect(box).toBeEnabled({ timeout: 2_000 })
          // What is typed is searched for after a moment; until then other rows stand there.
          await expect(page.getByRole('checkbox')).toHaveCount(1, { timeout: 2_000 })
          await box.check({ force: true, timeout: 2_000 })
        }).toPass()
      }
      await search.fill('')
      await shoot(page, `picker-${language}`)
      await expectSound(page)
      await page.getByRole('button', { name: t('pickers.take'), exact: true }).click()
      await expect(
        page.getByText(around(t('upgrades.create.estimateNote', { bytes: 'ARGUMENT' }))),
      ).toBeVisible()
      await page.getByRole('switch', { name: t('upgrades.create.trial') }).press('Space')
      await shoot(page, `new-${language}`)
      await expectSound(page)
      await page.locator('footer').getByRole('button').click()
      // Asked once, with the gateways, how long it takes and where the sun stands then.
      const asked = page.getByRole('alertdialog')
      for (const { sn } of roofs) await expect(asked).toContainText(sn)
      const takes = page.locator('label').filter({ has: page.getByRole('radio', { checked: true }) })
      await expect(asked).toContainText((await takes.locator('strong').textContent()) ?? '?')
      const sun = (['pastSunset', 'beforeSunset', 'noSunNeeded'] as const).map((one) =>
        around(t(`upgrades.create.${one}`, { at: 'ARGUMENT' })),
      )
      const dark = (['pastSunsetOpen', 'sunIsDown'] as const).map((one) =>
        around(t(`upgrades.create.${one}`)),
      )
      await expect(asked).toContainText(new RegExp([...sun, ...dark].map(({ source }) => source).join('|')))
      await shoot(page, `ask-${language}`)
      await asked.getByRole('button', { name: t('upgrades.create.confirm') }).click()
      await expect(page.getByText(t('upgrades.create.created'), { exact: true }).first()).toBeVisible()
      await expect(page).toHaveURL(/upgrade-gateway-detail/)
    })

    const percent = async (): Promise<number> =>
      Number.parseInt((await page.getByTestId('percent').textContent()) ?? '', 10)
    const shown = await (async () => {
      await expect(page.getByTestId('percent')).toBeVisible()
      const text = (await page.locator('main').textContent()) ?? ''
      return text.indexOf(roofs[0].sn) < text.indexOf(roofs[1].sn) || !text.includes(roofs[1].sn)
        ? roofs[0]
        : roofs[1]
    })()

    await test.step('at 40 % it loses its power, and goes on from there once it is back', async () => {
      await expect.poll(percent).toBeGreaterThanOrEqual(40)
      await shown.cut()
      await expect(page.getByText(t('upgrades.task.gone'))).toBeVisible()
      await shoot(page, `gone-${language}`)
      await expectSound(page)
      const before = await percent()
      shown.back()
      await expect(page.getByText(t('upgrades.task.gone'))).toHaveCount(0)
      expect(await percent()).toBeGreaterThanOrEqual(before)
      await expect(page.getByText(t('upgrades.task.done'))).toBeVisible()
      await expect(page.getByTestId('percent')).toHaveText('100%')
      await expect(page.getByText(t('upgrades.event.link_lost'), { exact: true }).first()).toBeVisible()
      await expect(page.getByText(t('upgrades.event.link_back'), { exact: true }).first()).toBeVisible()
      await shoot(page, `done-${language}`)
    })

    await test.step('the device itself has reported the new version', async () => {
      await page.getByRole('link', { name: new RegExp(t('kinds.gateway.short')) }).click()
      await expect(page.getByText(t('upgrades.nodes.reported', { version: '2.2.0' }))).toBeVisible()
      await shoot(page, `level-${language}`)
      await expectSound(page)
    })

    await test.step('both stand among those that have ended', async () => {
      await go('device-upgrade?show=ended')
      const done = page.getByRole('listitem').filter({ hasText: name })
      await expect(done.filter({ hasText: t('upgrades.status.done') })).toHaveCount(2)
      await shoot(page, `ended-${language}`)
      await expectSound(page)
    })

    for (const roof of roofs) await roof.end()
  })
}
