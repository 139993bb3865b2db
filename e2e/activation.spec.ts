import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CommandRequest } from '#contract/mqtt/command.ts'
import { errors } from '#domain/errors.ts'
import { behind, connectGateway, newSerial } from './hand-gateway.ts'
import { around, longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'
import type { World } from './world-process.ts'

/** A station of its own with two gateways by hand; gives their secrets. */
const makeSite = async (page: Page, world: World) => {
  const post = async (path: string, data: object): Promise<unknown> => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await page.request.post(world.url + path, { data, headers })
    expect(answer.status()).toBe(201)
    return answer.json()
  }
  const { person } = (await (await page.request.get(`${world.url}/api/session`)).json()) as {
    person: { company: { id: string } }
  }
  const stationId = randomUUID()
  await post('/api/stations', {
    id: stationId,
    companyId: person.company.id,
    name: `Commission-${stationId.slice(0, 8)}`,
    ownerName: '',
    type: 'commercial',
    timeZone: 'Europe/Berlin',
    latitude: 48.5,
    north: true,
    longitude: 12.1,
    east: true,
    address: '',
    region: '',
    country: 'DE',
    reportMin: 5,
    gridConnectedOn: null,
    capacity: 5,
    capacityUnit: 'kW',
    tiltDeg: null,
    azimuthDeg: null,
    phoneCountry: null,
    phone: '',
    tariff: null,
    co2: null,
  })
  const add = async (name: string) => {
    const sn = newSerial('AC')
    const made = (await post(`/api/stations/${stationId}/gateways`, {
      id: randomUUID(),
      sn,
      name,
      model: 'EMU-2',
    })) as { gateway: { id: string }; credentials: { secret: string } }
    return { id: made.gateway.id, sn, name, secret: made.credentials.secret }
  }
  return { stationId, here: await add('East roof'), away: await add('West roof') }
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`some gateways are offline: the question, the others are activated, their checks clear live (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const { stationId, here, away } = await makeSite(page, world)
    const list = `${world.url}/h5/communication-device-list?stationId=${stationId}`
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    const choose = (name: string) =>
      page.getByRole('checkbox', { name: t('commissioning.choose', { name }) }).check({ force: true })
    const act = page.getByRole('button', { name: t('commissioning.activate'), exact: true })
    await page.goto(list)
    await expect(card(here.name)).toContainText(t('commissioning.state.not_activated'))
    await expectSound(page)

    await test.step('nothing chosen', async () => {
      await expect(act).toBeHidden()
      await expect(page.getByRole('button', { name: t('commissioning.delete'), exact: true })).toBeHidden()
    })

    await test.step('all offline: refused', async () => {
      await choose(away.name)
      await act.click()
      await expect(page.getByRole('heading', { name: t('commissioning.noneTitle') })).toBeVisible()
      await expectSound(page)
      await page.getByRole('button', { name: t('commissioning.understood') }).click()
    })

    const orders: CommandRequest[] = []
    const gateway = await connectGateway(world, here.sn, here.secret, {
      onOrder: (order) => void orders.push(order),
    })
    await expect(card(here.name)).toContainText(t('state.online'))

    await test.step('the checks, as they clear', async () => {
      await card(here.name).getByRole('button').click()
      const check = (key: 'report' | 'devices' | 'energy' | 'signal') =>
        page
          .getByRole('list', { name: t('commissioning.list') })
          .getByRole('listitem')
          .filter({ hasText: t(`commissioning.check.${key}`) })
      await expect(check('signal')).toContainText(
        t('commissioning.said.signalWeak', { bars: '1', needed: '3' }),
      )
      await expect(check('signal')).toContainText(t('commissioning.advice.signal'))
      await expect(check('devices')).toContainText(
        t('commissioning.said.found', { found: '1', expected: '1' }),
      )
      await expect(check('report')).toContainText(t('commissioning.said.reportWaiting', { minutes: '5' }))
      await gateway.report()
      await expect(check('report')).toContainText(
        around(t('commissioning.said.report', { age: 'ARGUMENT', minutes: '5' })),
      )
      await expect(check('energy')).toContainText('3.21 kW')
      await expectSound(page)
      await page.goBack()
    })

    await test.step('the question, and on without the offline one', async () => {
      await choose(here.name)
      await choose(away.name)
      await act.click()
      const asked = page.getByRole('alertdialog', { name: errors.some_offline[language] })
      await expect(asked).toContainText(away.name)
      await expectSound(page)
      await asked.getByRole('button', { name: t('ui.cancel') }).click()
      expect(orders).toEqual([])
      await act.click()
      await asked.getByRole('button', { name: t('commissioning.goOn') }).click()
      await expect(card(here.name)).toContainText(t('commissioning.state.activating'))
      await expect.poll(() => orders.map(({ op }) => op)).toEqual(['activate'])
      const results = [here.sn, behind(here.sn).inverter].map((sn) => ({ sn, ok: true }))
      await gateway.answer({ v: 1, id: orders[0]?.id ?? '', stage: 'done', results })
      await expect(page.getByText(t('commissioning.activated'), { exact: true }).first()).toBeVisible()
      await expect(card(here.name)).toContainText(t('commissioning.state.activated'))
      await expect(card(away.name)).toContainText(t('commissioning.state.not_activated'))
    })

    await test.step('the check says when it was activated, and with how many devices', async () => {
      await page.goto(`${list}&gatewayId=${here.id}`)
      const activated = page.getByRole('listitem').filter({ hasText: t('commissioning.check.activated') })
      await expect(activated).toContainText(
        around(t('commissioning.said.activated', { instant: 'ARGUMENT', activated: '1', children: '1' })),
      )
      await expectSound(page)
    })

    await test.step('they go once the end of a serial number is typed, and not before', async () => {
      await page.goto(list)
      await choose(away.name)
      await page.getByRole('button', { name: t('commissioning.delete'), exact: true }).click()
      const sheet = page.getByRole('dialog', { name: t('commissioning.deleteTitle') })
      const remove = sheet.locator('button[type=submit]')
      const end = sheet.getByLabel(t('gateway.login.confirmLabel', { count: '4' }))
      await remove.click()
      await expect(sheet.getByText(t('gateway.login.confirmWrong'))).toBeVisible()
      await end.fill(here.sn.slice(-4))
      await remove.click()
      await expect(sheet.getByText(t('gateway.login.confirmWrong'))).toBeVisible()
      await expectSound(page)
      await end.fill(away.sn.slice(-4).toLowerCase())
      await remove.click()
      await expect(sheet).toBeHidden()
      await expect(card(away.name)).toHaveCount(0)
      await expect(card(here.name)).toBeVisible()
    })
    await gateway.close()
  })
}
