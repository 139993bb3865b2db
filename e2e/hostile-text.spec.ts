import type { Page } from '@playwright/test'
import { openLooseLink } from '#tests/loose-link.ts'
import { settled, watchPage } from '../scripts/settled.ts'
import { becomeCustomer, type Customer, firstAdministrator } from '../tests/acceptance/customer.ts'
import { longFlowIn } from './words.ts'
import { expect, inLanguage, openWorld, test } from './world.ts'
import type { World } from './world-process.ts'

/** What has broken other products: markup, scripts, handlers, links, templates; each marks whatever it becomes. */
const hostile = [
  '<img data-hostile src=x onerror=window.hit=1>',
  '"><script data-hostile>window.hit=1</script>',
  '<svg data-hostile onload=window.hit=1>',
  "'><a data-hostile href=javascript:window.hit=1>x</a>",
  '{{constructor.constructor("window.hit=1")()}}',
  '</title><iframe data-hostile srcdoc=x></iframe>',
] as const
const [image, script, svg, link, template, frame] = hostile

const boot = 'b00tb00tb00tb00t'

/** A gateway whose every text is hostile, with an inverter of the same kind and a serial that is nobody's. */
const report = async (world: World, { user, secret }: { user: string; secret: string }): Promise<void> => {
  const url = `mqtt://127.0.0.1:${world.mqttPort}`
  const will = { v: 1, state: 'offline', boot, conn: 1, reason: image.slice(0, 32) } as const
  const transport = await openLooseLink({
    url,
    sn: user,
    secret,
    will,
    listensTo: [],
    onMessage: () => {},
    onClose: () => {},
  })
  const ts = Date.now()
  const net = { mode: '<b data-hostile>', sim: '<b data-hostile>x</b>' }
  const birth = { v: 1, state: 'online', boot, conn: 1, ts, sn: user, report_s: 300, queue: 0, net }
  await transport.publish('status', { ...birth, model: svg, sw: image, hw: link, soc: frame })
  const inverter = { sn: 'INVHOSTILE1', t: 'inverter', rated_w: 5000, mppt: 1, strings: 1 }
  const optimizer = { sn: 'OPTHOSTILE1', t: 'optimizer', parent: 'INVHOSTILE1', string: 1, pos: 1 }
  const texts = { brand: image, model: script, sw: svg, hw: template }
  // A serial with markup breaks the contract and costs only itself.
  const devices = [
    { ...inverter, ...texts },
    { ...optimizer, ...texts },
    { sn: '<IMG SRC=X>', t: 'inverter' },
  ]
  await transport.publish('inv', { v: 1, boot, rev: 1, devices })
  const m = { p: 1200, e_tot: 1_000_000, f: image }
  const d = [
    { sn: 'INVHOSTILE1', ts, st: svg, raw: { [image.slice(0, 32)]: script }, m: { ...m, f: 50 } },
    { sn: 'OPTHOSTILE1', ts, st: 'normal', raw: { text: image }, m: { p: 210 } },
    { sn: 'STRANGER-B-DATA', ts, m: { p: 1 } },
  ]
  await transport.publish('tele', { v: 1, boot, seq: 1, ts, d })
  await transport.close()
}

const fill = async (world: World): Promise<{ customer: Customer; stationId: string }> => {
  const customer = await becomeCustomer(() => world.url, world.setupCode ?? '')
  await customer.ask('PUT /api/me', '/api/me', { name: image })
  await customer.ask('POST /api/companies', '/api/companies', { id: crypto.randomUUID(), name: script })
  const stationId = await customer.createStation({
    name: 'Hostile-texts',
    timeZone: 'Asia/Shanghai',
    latitude: 31,
    longitude: 121,
    east: true,
    reportMin: 5,
    ownerName: image,
    address: hostile.slice(0, 4).join(' '),
    region: script,
    tariff: { perKwh: 0.5, currency: 'CNY', source: svg },
    co2: { kgPerKwh: 0.5, source: link },
  })
  await report(world, await customer.addGateway(stationId, 'GWHOSTILE001', frame, svg))
  return { customer, stationId }
}

/** Nothing of the corpus became anything but text. */
const expectOnlyText = async (page: Page): Promise<void> => {
  const became = await page.evaluate<{ hit: unknown; elements: number; links: number }>(`({
    hit: window.hit ?? null,
    elements: document.querySelectorAll('[data-hostile]').length,
    links: document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i], iframe').length,
  })`)
  expect(became).toEqual({ hit: null, elements: 0, links: 0 })
}

for (const { language, theme } of longFlowIn('en')) {
  test(`W1: what people and devices wrote is shown as text on every page (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true })
    try {
      const { customer, stationId } = await fill(world)
      const context = await browser.newContext()
      await inLanguage(context, language, { theme, url: world.url })
      // What an older app, or a shell, may have left behind on the phone.
      await context.addInitScript((text) => {
        localStorage.setItem('platform', text)
        localStorage.setItem(
          'userInfo',
          JSON.stringify({ name: text, account: text, company: { name: text } }),
        )
      }, image)
      const signedIn = await context.request.post(`${world.url}/api/session`, { data: firstAdministrator })
      expect(signedIn.status()).toBe(201)

      const page = await context.newPage()
      watchPage(page)
      const problems: string[] = []
      page.on('dialog', (dialog) => {
        problems.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) problems.push(message.text())
      })

      const deviceOf = async (kind: 'gateway' | 'inverter' | 'optimizer') => {
        const path = `/api/stations/${stationId}/devices?kind=${kind}`
        const { devices } = await customer.ask('GET /api/stations/{stationId}/devices', path)
        return devices[0]?.id ?? ''
      }
      await expect.poll(async () => deviceOf('inverter')).not.toBe('')
      const visits: [path: string, shown: readonly string[]][] = [
        ['home', []],
        ['station-list', []],
        [`station-list?search=${encodeURIComponent(image)}`, []],
        [`station-detail?stationId=${stationId}`, []],
        [`station-detail?stationId=${stationId}&tab=devices`, [frame]],
        [`station-detail?stationId=${stationId}&tab=information`, [image, script]],
        [`create-or-edit-station?stationId=${stationId}`, []],
        [`gateway-detail?deviceId=${await deviceOf('gateway')}`, [frame, svg, image, link]],
        [`inverter-detail?deviceId=${await deviceOf('inverter')}`, [image, script, svg, template]],
        [`optimizer-detail?deviceId=${await deviceOf('optimizer')}`, [image, script, svg, template]],
        [`add-communication-device?stationId=${stationId}`, []],
        [`add-communication-device?way=login&stationId=${stationId}`, []],
        ['om-page', []],
        ['service-page', []],
        ['mine-page', [image]],
        [encodeURIComponent(image), []],
      ]
      for (const [path, shown] of visits) {
        const answer = await page.goto(`${world.url}/h5/${path}`)
        // What is no address of the app is no page that comes to rest.
        if (answer?.ok()) await settled(page)
        for (const text of shown)
          await expect.soft(page.getByText(text).first(), `${path} shows ${text}`).toBeAttached()
        await expectOnlyText(page)
        expect([path, problems]).toEqual([path, []])
      }
      await context.close()
    } finally {
      await close()
    }
  })
}
