import type { Page } from '@playwright/test'
import { errors } from '#domain/errors.ts'
import { connectGateway, newSerial } from './hand-gateway.ts'
import { makeStation } from './screens.ts'
import { expect, expectSound, test } from './world.ts'
import { around, longFlowIn, wordsIn } from './words.ts'

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)

  const fields = (page: Page) => ({
    sn: page.getByRole('textbox', { name: t('adding.sn') }),
    claim: page.getByRole('textbox', { name: t('adding.claimCode') }),
    add: page.getByRole('button', { name: t('adding.add') }),
    secret: page.getByText(t('adding.login.secret'), { exact: true }).locator('..').getByRole('button'),
    waiting: page.getByText(t('adding.arrival.connectNext')),
  })

  test(`a new gateway: its login is shown once, and its arrival is seen step by step (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { sn: serial, add, secret: shown, waiting } = fields(page)
    const sn = newSerial('NG')
    // What is added stands in no way of whoever looks at a station of the world.
    const { name } = await makeStation(page, world, `Gateways-${newSerial('S')}`)
    await page.goto(`${world.url}/h5/add-communication-device`)
    await add.click()
    await expect(page.getByText(errors.required[language])).toHaveCount(2)
    await page.getByRole('button', { name: around(t('adding.station')) }).click()
    await expectSound(page)
    await page.getByRole('radiogroup').locator('label').filter({ hasText: name }).click()
    await expect(page.getByRole('button', { name: around(t('adding.station')) })).not.toContainText(
      t('ui.select'),
    )
    await serial.fill(`${sn.slice(0, 4)}_`)
    await expect(page.getByText(errors.sn_format[language])).toBeVisible()
    await serial.fill(` ${sn.toLowerCase()} `)
    await expect(page.getByText(t('adding.snNormal', { sn }))).toBeVisible()
    await expectSound(page)
    await add.click()

    await expect(
      page.locator('output[popover]').getByText(t('adding.created'), { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(t('adding.login.onceTitle'))).toBeVisible()
    await expectSound(page)
    const secret = (await shown.innerText()).trim()
    await page.getByRole('button', { name: t('adding.login.entered') }).click()
    await expect(page.getByText(secret)).toBeHidden()
    await expect(waiting).toBeVisible()
    await expectSound(page)

    const gateway = await connectGateway(world, sn, secret)
    await gateway.report()
    const arrived = page.getByRole('heading', { name: t('adding.arrived', { name: sn }) })
    await expect(arrived).toBeVisible()
    await expect(page.getByText(t('kinds.inverter.count', { count: 1 }), { exact: true })).toBeVisible()
    const weak = { word: t('adding.arrival.signalWord.weak'), dbm: '−103' }
    await expect(page.getByText(t('adding.arrival.signal', weak))).toBeVisible()
    await expect(page.getByText('3.21', { exact: true })).toBeVisible()
    await expectSound(page)
    await page.reload()
    await expect(arrived).toBeVisible()
    await gateway.close()
  })

  test(`a serial that is in use and a claim that is refused are said under their fields (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { sn: serial, claim, add } = fields(page)
    const { stationId } = await makeStation(page, world, `Gateways-${newSerial('S')}`)
    const sn = newSerial('NG')
    const added = await page.request.post(`${world.url}/api/stations/${stationId}/gateways`, {
      data: { id: crypto.randomUUID(), sn, name: '', model: '' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(added.status()).toBe(201)
    await page.goto(`${world.url}/h5/add-communication-device?stationId=${stationId}`)
    await serial.fill(sn)
    await claim.fill('AAAA-BBBB')
    await add.click()
    await expect(page.getByText(errors.claim_refused[language])).toBeVisible()
    await expect(claim).toHaveAttribute('aria-invalid', 'true')
    await claim.fill('')
    await add.click()
    await expect(page.getByText(errors.sn_repeat[language])).toBeVisible()
    await expect(serial).toHaveAttribute('aria-invalid', 'true')
    await expectSound(page)
  })

  test(`who reloads before the login was entered gets another, and what is unfinished is found again (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { sn: serial, add, secret, waiting } = fields(page)
    const sn = newSerial('NG')
    const { stationId } = await makeStation(page, world, `Gateways-${newSerial('S')}`)
    await page.goto(`${world.url}/h5/add-communication-device?stationId=${stationId}`)
    await serial.fill(sn)
    await add.click()
    const first = await secret.innerText()
    await page.reload()
    await expect(waiting).toBeVisible()
    await expect(secret).toBeHidden()
    await page.getByRole('button', { name: t('adding.login.renew') }).click()
    await expect(secret).toBeVisible()
    expect(await secret.innerText()).not.toBe(first)
    await page.goto(`${world.url}/h5/add-communication-device`)
    await page.getByRole('link', { name: sn }).click()
    await expect(page.getByRole('heading', { name: t('adding.waitingFor', { name: sn }) })).toBeVisible()
  })
}
