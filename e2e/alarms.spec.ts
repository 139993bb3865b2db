import { randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openLooseLink } from '#tests/loose-link.ts'
import { alarms as english } from '#web/app/phrases/en/alarms.ts'
import { alarms as chinese } from '#web/app/phrases/zh_CN/alarms.ts'
import { troubles as troublesEn } from '#web/app/phrases/en/troubles.ts'
import { troubles as troublesZh } from '#web/app/phrases/zh_CN/troubles.ts'
import { newSerial } from './hand-gateway.ts'
import { expect, expectSound, test } from './world.ts'
import { longFlowIn, wordsIn } from './words.ts'
import type { World } from './world-process.ts'

test.use({ worldName: 'alarms' })

const wordsHere = {
  zh_CN: {
    t: chinese.alarms,
    noneFound: troublesZh.troubles.noneFound,
    insulation: '绝缘阻抗低',
    unknown: '厂家告警码 F-77',
    unknownToo: '厂家告警码 F-78',
    over: /已恢复；若不再次发生/,
  },
  en: {
    t: english.alarms,
    noneFound: troublesEn.troubles.noneFound,
    insulation: 'Low insulation resistance',
    unknown: 'Manufacturer code F-77',
    unknownToo: 'Manufacturer code F-78',
    over: /unless it returns/,
  },
} as const

const ratingHere = {
  zh_CN: { asks: '超出铭牌额定功率：27.6 W 是否正确？', gateway: '查看网关' },
  en: { asks: 'Above its rating: is 27.6 W right?', gateway: 'Open gateway' },
} as const

/** A gateway with an inverter behind it at a station of this person, on the real wire. */
const connect = async (page: Page, world: World, rated_w = 5000) => {
  const list = await page.request.get(`${world.url}/api/stations?limit=1`)
  const [station] = ((await list.json()) as { stations: { id: string }[] }).stations
  const sn = newSerial('AG')
  const added = await page.request.post(`${world.url}/api/stations/${station?.id}/gateways`, {
    headers: { 'idempotency-key': randomUUID() },
    data: { id: randomUUID(), sn, name: '', model: 'EMU-2' },
  })
  expect(added.status()).toBe(201)
  const { credentials } = (await added.json()) as { credentials: { secret: string } }
  const boot = randomBytes(8).toString('hex')
  const link = await openLooseLink({
    url: `mqtt://127.0.0.1:${world.mqttPort}`,
    sn,
    secret: credentials.secret,
    will: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' },
    listensTo: [],
    onMessage: () => {},
    onClose: () => {},
  })
  const inverter = `INV${sn}`
  const said = { v: 1, boot }
  const birth = { state: 'online', conn: 1, ts: Date.now(), sn, model: 'EMU-2', report_s: 300 }
  await link.publish('status', { ...said, ...birth })
  const device = { sn: inverter, t: 'inverter', brand: 'SMA', model: 'SB5.0-1AV-41', rated_w }
  await link.publish('inv', { ...said, rev: 1, devices: [device] })
  let seq = 0
  return {
    inverter,
    stationId: station?.id ?? '',
    report: async (agoMs: number, p: number, wh = seq + 1) => {
      seq += 1
      const ts = Date.now() - agoMs
      const m = { p, e_tot: 1_000_000 + wh, f: 50, u: [231] }
      await link.publish('tele', { ...said, seq, ts, hist: false, d: [{ sn: inverter, ts, st: 'grid', m }] })
    },
    raise: async (code: string, instance: string, agoMs = 0) => {
      seq += 1
      const event = { ev: 'raise', aid: `${inverter}:${code}:${instance}`, sn: inverter, code }
      await link.publish('alarm', {
        ...said,
        seq,
        ...event,
        lvl: code === '2062' ? 'very_urgent' : 'prompt',
        ts: Date.now() - agoMs,
        ctx: { riso_kohm: 38 },
      })
    },
    clear: async (code: string, instance: string, agoMs = 0) => {
      seq += 1
      const aid = `${inverter}:${code}:${instance}`
      await link.publish('alarm', { ...said, seq, ev: 'clear', aid, ts: Date.now() - agoMs })
    },
    close: () => link.close(),
  }
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const { t, noneFound, insulation, unknown, unknownToo, over } = wordsHere[language]

  test(`an alarm appears on an open phone, explains itself and is cleared with a remark (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const page = await asRole('installer', language, theme)
    const gateway = await connect(page, world)
    for (const [no, p] of [3100, 3150, 3180, 90].entries()) await gateway.report((4 - no) * 300_000, p)
    await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}`)
    await expect(page.getByText(noneFound)).toBeVisible()
    await page.evaluate('window.notReloaded = true')

    await gateway.raise('2062', '1')
    const row = page.getByRole('list', { name: t.title }).getByRole('link', { name: insulation })
    await expect(row).toBeVisible()
    await gateway.raise('2062', '2')
    await gateway.raise('F-77', '1', 40 * 60_000)
    await expect(page.getByText(unknown)).toBeVisible()
    expect(await page.evaluate('window.notReloaded')).toBe(true)
    await expectSound(page)
    if (process.env['E2E_SHOTS'])
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/om-${language}.png`, fullPage: true })

    await row.click()
    await expect(page.getByRole('heading', { name: insulation })).toBeVisible()
    await expect(page.getByRole('heading', { name: t.curve })).toBeVisible()
    await expect(page.getByRole('heading', { name: t.related })).toBeVisible()
    await expect(page.locator('canvas')).toBeVisible()
    await expectSound(page)
    if (process.env['E2E_SHOTS'])
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/detail-${language}.png`, fullPage: true })

    await page.getByRole('button', { name: t.clear, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: t.clear, exact: true }).click()
    await expect(sheet.getByText(t.required)).toBeVisible()
    await sheet.getByRole('textbox', { name: t.remark }).fill('MC4 replaced')
    if (process.env['E2E_SHOTS'])
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/sheet-${language}.png` })
    await sheet.getByRole('button', { name: t.clear, exact: true }).click()
    await expect(page.getByText(t.cleared, { exact: true })).toBeVisible()
    // Said of the alarm, and of both things that it tells of.
    await expect(page.getByText(t.closedAs.manual_clear, { exact: true })).toHaveCount(3)
    await expect(page.getByText('MC4 replaced').first()).toBeVisible()

    // What the device ends by itself leaves the list without anybody.
    await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}`)
    await expect(page.getByText(unknown)).toBeVisible()
    await expect(page.getByRole('link', { name: insulation })).toBeHidden()
    // It may come back, so it stays for its end time; what has been over for longer leaves within a minute.
    await gateway.clear('F-77', '1')
    await expect(page.getByText(over)).toBeVisible()
    if (process.env['E2E_SHOTS'])
      await page.screenshot({ path: `${process.env['E2E_SHOTS']}/over-${language}.png`, fullPage: true })
    await gateway.raise('F-77', '1')
    await expect(page.getByText(over)).toBeHidden()
    await gateway.raise('F-78', '1', 40 * 60_000)
    await expect(page.getByText(unknownToo)).toBeVisible()
    await gateway.clear('F-78', '1', 30 * 60_000)
    await expect(page.getByText(over)).toBeVisible()
    await expect(page.getByText(unknownToo)).toBeHidden()

    // What is closed says how on its own page, and why no order can be made of it.
    await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}&status=closed`)
    await page.getByRole('list', { name: t.title }).getByRole('link', { name: unknownToo }).click()
    await expect(page.getByText(t.closedAs.automatic_cleaning, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: t.makeOrder, exact: true })).toHaveCount(0)
    await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}&status=closed`)
    await page.getByRole('button', { name: t.select, exact: true }).click()
    await page.getByRole('list', { name: t.title }).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: t.makeOrder }).click()
    await expect(page.locator('output[popover]').getByText(t.closedOver, { exact: true })).toBeVisible()
    await gateway.close()
  })

  test(`a counter that outruns its rating asks on the device's page whether that is right (${language}, ${theme})`, async ({
    asRole,
    world,
  }) => {
    const { asks, gateway: toGateway } = ratingHere[language]
    const page = await asRole('installer', language, theme)
    const gateway = await connect(page, world, 27.6)
    // 7 kW for three hours, by the counter alone.
    for (let no = 12; no >= 0; no--) await gateway.report(no * 900_000, 7000, (13 - no) * 1750)
    await page.goto(`${world.url}/h5/om-page`)
    let device = ''
    await expect(async () => {
      const answer = await page.request.get(`${world.url}/api/stations/${gateway.stationId}/devices`)
      const { devices } = (await answer.json()) as { devices: { id: string; sn: string }[] }
      device = devices.find(({ sn }) => sn === gateway.inverter)?.id ?? ''
      const detail = await page.request.get(`${world.url}/api/devices/${device}`)
      const found = (await detail.json()) as { device: { beyondRatedW: number | null } }
      expect(found.device.beyondRatedW).toBeGreaterThan(6900)
    }).toPass()
    await page.goto(`${world.url}/h5/inverter-detail?deviceId=${device}`)
    await expect(page.getByText(asks, { exact: true })).toBeVisible()
    // No share and no hours of a rating that cannot be.
    await expect(page.getByText(/27\.6 W 的|% of 27\.6 W|等效 [0-9]/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: toGateway, exact: true })).toBeVisible()
    await expectSound(page)
    if (process.env['E2E_SHOTS'])
      await page.screenshot({
        path: `${process.env['E2E_SHOTS']}/rating-${language}-${theme}.png`,
        fullPage: true,
      })
    await gateway.close()
  })
}

test('what is wrong is given to somebody from its row, and kept quiet from its page', async ({
  asRole,
  world,
}) => {
  const t = wordsIn('en')
  const page = await asRole('installer', 'en', 'dark')
  const gateway = await connect(page, world)
  await gateway.report(0, 3100)
  await gateway.raise('2062', '1')
  await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}`)
  const list = page.getByRole('list', { name: t('alarms.title') })
  await list.getByRole('button', { name: new RegExp(`^${t('troubles.dispatch')}`) }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').first()).toBeAttached()
  await expectSound(page)
  const send = sheet.getByRole('button', { name: t('troubles.dispatch') })
  await expect(send).toBeDisabled()
  await sheet
    .getByRole('radiogroup', { name: t('order.chooseHandler') })
    .locator('label')
    .first()
    .click()
  await send.click()
  await expect(
    page.locator('output[popover]').getByText(t('order.done.dispatch'), { exact: true }),
  ).toBeVisible()
  await expect(list.getByText(t('orders.status.receiving'))).toBeVisible()
  await expect(list.getByRole('button', { name: new RegExp(`^${t('troubles.dispatch')}`) })).toHaveCount(0)

  await list.getByRole('link', { name: wordsHere.en.insulation }).click()
  await page.getByRole('button', { name: t('alarms.acknowledge'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('alarms.acknowledgeRemark')).fill('Waits for a part')
  await expectSound(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('alarms.acknowledge'), exact: true })
    .click()
  await expect(page.getByText(/^Seen by .*, quiet until /)).toBeVisible()
  await expect(page.getByText('Waits for a part')).toBeVisible()
  // It is said and no status.
  await expect(page.getByText(t('alarms.list.unsolved'), { exact: true }).first()).toBeVisible()
  await expectSound(page)
  await page.goto(`${world.url}/h5/om-page?search=${gateway.inverter}`)
  await expect(list.getByText(/^Seen by .*, quiet until /)).toBeVisible()
  await list.getByRole('link', { name: wordsHere.en.insulation }).click()
  await page.getByRole('button', { name: t('alarms.wake'), exact: true }).click()
  await expect(page.getByText(/^Seen by .*, quiet until /)).toBeHidden()
  await gateway.close()
})
