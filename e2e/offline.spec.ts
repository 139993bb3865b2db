// The worker is allowed here and in new-version.spec.ts alone: what an installed app does without a network, and when
// the network returns.
import type { Page } from '@playwright/test'
import { openCutLine, type CutLine } from './cut-line.ts'
import { arrived, colours, fillReport, openOrder, type Order } from './order-by-hand.ts'
import { barn, kept, queued, settled, shoot, stored, watts } from './phone.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, signInAs, test } from './world.ts'

test.use({ serviceWorkers: 'allow' })

/** So often at least; `npm run prove offline` cuts fifty times, in as many orders as that takes. */
const cuts = Number(process.env['E2E_CUTS'] ?? 1)
const cutsPerOrder = 8
const chance = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** The network returns, and breaks again and again until all is sent. */
const sendOver = async (
  page: Page,
  line: CutLine,
  t: ReturnType<typeof wordsIn>,
  random: () => number,
): Promise<void> => {
  line.cut(cutsPerOrder, random)
  await page.context().setOffline(false)
  const press = page.getByRole('dialog').getByRole('button', { name: t('sync.tryNow') })
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1_000 })
    expect(await queued(page)).toBe('[[]]')
  }).toPass({ intervals: [200], timeout: 600_000 })
  line.cut(0)
}

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`O1: an order with eight photos, begun with a network, finished without one after a cold start, arrives once (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
    context,
  }) => {
    const line = await openCutLine(world.url)
    const other = await browser.newContext()
    const random = chance(20_261_121)
    const complete = t('order.act.complete')
    try {
      await signInAs(other, world, 'installer')
      const boss = await other.newPage()
      const page = await asRole('maintainer', language, theme)
      const order = await openOrder(boss, page, world, language === 'en' ? 'Cellar' : '地下室')
      const detail = `${line.url}/h5/work-order-detail?orderId=${order.id}`
      await page.goto(`${line.url}/h5/home`)
      await expect(page.getByRole('heading', { name: t('home.energy') })).toBeVisible()
      await settled(page)
      // Read ahead: nobody has opened this order here.
      await expect.poll(() => kept(page)).toContain(order.id)
      await expect.poll(() => kept(page)).toContain(' thumb')
      await page.goto(detail)
      await page.getByRole('button', { name: t('order.act.start'), exact: true }).click()
      await expect(page.getByRole('timer')).toBeVisible()
      await context.setOffline(true)
      await page.getByRole('button', { name: complete }).click()
      await fillReport(page, page.getByRole('dialog', { name: complete }), t)
      await expect
        .poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'values'))
        .toContain('Connector cleaned in the cellar')
      await expect.poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'keys')).toContain('signature')
      await page.close()

      // A cold start in the cellar.
      const cold = await context.newPage()
      await cold.goto(detail)
      await expect(cold.getByText(t('shell.offline'))).toBeVisible()
      const shown = cold.getByRole('list', { name: t('order.images') }).getByRole('img')
      await expect(shown.first()).toHaveAttribute('src', /^blob:/)
      await shoot(cold, `offline-cold-${language}-${theme}`)
      await cold.getByRole('button', { name: complete }).click()
      const sheet = cold.getByRole('dialog', { name: complete })
      for (const colour of colours)
        await expect(sheet.getByRole('img', { name: new RegExp(colour) })).toBeVisible()
      await shoot(cold, `offline-report-${language}-${theme}`)
      await sheet.getByRole('button', { name: t('order.submit') }).click()
      await expect(sheet).toBeHidden()
      await expect(cold.getByText(t('order.queued.title'))).toBeVisible()
      await expect(cold.getByText(t('orders.status.audit'), { exact: true }).first()).toBeVisible()
      await shoot(cold, `offline-order-${language}-${theme}`)
      await cold.close()

      const again = await context.newPage()
      await again.goto(`${line.url}/h5/home`)
      await again.getByRole('button', { name: t('sync.count', { count: 1 }) }).click()
      const centre = again.getByRole('dialog', { name: t('sync.title') })
      await expect(centre.getByText(t('sync.waits.network'))).toBeVisible()
      await shoot(again, `sync-waits-${language}-${theme}`)
      await sendOver(again, line, t, random)
      await expect(centre.getByText(t('sync.none'))).toBeVisible()
      await shoot(again, `sync-none-${language}-${theme}`)
      const seen = [await arrived(boss, world, order.id)]
      expect(await stored(again, 'sunkeeper-drafts', 'drafts', 'keys')).not.toContain(order.id)
      expect(line.cuts()).toBeGreaterThan(0)

      // The long form: one order after the other, until the line has been cut as often as it has to be.
      while (line.cuts() < cuts) {
        const next = await openOrder(boss, again, world, `${language}-${seen.length}`)
        await again.goto(`${line.url}/h5/work-order-detail?orderId=${next.id}`)
        await again.getByRole('button', { name: t('order.act.start'), exact: true }).click()
        await expect(again.getByRole('timer')).toBeVisible()
        await context.setOffline(true)
        await again.getByRole('button', { name: complete }).click()
        const form = again.getByRole('dialog', { name: complete })
        await fillReport(again, form, t)
        await form.getByRole('button', { name: t('order.submit') }).click()
        await expect(form).toBeHidden()
        await again.getByRole('button', { name: t('sync.count', { count: 1 }) }).click()
        await sendOver(again, line, t, random)
        seen.push(await arrived(boss, world, next.id))
      }
      const sum = (what: 'steps' | 'files'): number => seen.reduce((all, one) => all + one[what], 0)
      process.stdout.write(
        `${seen.length} orders, ${line.cuts()} cuts: ${sum('steps')} entries of the step, ${sum('files')} files\n`,
      )
      expect(seen).toEqual(seen.map(() => ({ steps: 1, files: 8 })))
    } finally {
      await context.setOffline(false)
      await other.close()
      await line.close()
    }
  })
}

const language = 'zh_CN'
const theme = 'light'
const t = wordsIn(language)

test('W9: a cold start shows what was known; signing out without a network empties the phone, and going back shows nothing of it', async ({
  asRole,
  world,
  context,
}) => {
  const page = await asRole('installer', language, theme)
  await page.goto(`${world.url}/h5/home`)
  await expect(page.getByRole('heading', { name: t('home.energy') })).toBeVisible()
  await settled(page)
  await page.goto(`${world.url}/h5/station-list`)
  await page.getByText(barn).click()
  await expect(page).toHaveURL(/station-detail/)
  const detail = page.url()
  await page.getByRole('tab', { name: t('station.devices') }).click()
  await page.locator('main a[href*="detail"]').first().click()
  await expect(page).toHaveURL(/-detail\?deviceId/)
  const device = page.url()
  for (const one of ['first', '/stations"', '/{stationId}"', '/devices"', '/{deviceId}"'])
    await expect.poll(async () => (await kept(page)).replaceAll('\\"', '"')).toContain(one)
  await page.close()
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.goto(`${world.url}/h5/home`)
  await expect(cold.locator('main')).toContainText(watts)
  await expect(cold.getByText(t('shell.offline'))).toBeVisible()
  await cold.goto(`${world.url}/h5/station-list`)
  await expect(cold.getByText(barn)).toBeVisible()
  await cold.goto(detail)
  await expect(cold.getByText(barn).first()).toBeVisible()
  await cold.goto(device)
  await expect(cold.getByRole('heading', { name: t('device.sheet.title') })).toBeVisible()
  // The worker keeps the app's own files and nothing of the API.
  const urls = await cold.evaluate<string[]>(`(async () => {
    const all = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname)
    return all
  })()`)
  expect(urls.filter((path) => !path.startsWith('/h5/'))).toEqual([])

  await cold.goto(`${world.url}/h5/mine-page`)
  await cold.getByRole('button', { name: t('mine.signOut') }).click()
  const asked = cold.getByRole('alertdialog')
  await asked.getByRole('button', { name: t('mine.signOut') }).click()
  await expect(cold.getByRole('button', { name: t('accounts.signIn'), exact: true })).toBeVisible()
  await expect.poll(() => kept(cold)).toBe('["first"]')
  await cold.reload()
  await expect(cold.getByRole('button', { name: t('accounts.signIn'), exact: true })).toBeVisible()
  await expect(cold.locator('main')).not.toContainText(watts)
  await cold.goBack()
  await expect(cold).toHaveURL(device)
  await expect(cold.getByRole('button', { name: t('accounts.signIn'), exact: true })).toBeVisible()
  await expect(cold.getByText(t('device.sheet.title'))).toHaveCount(0)
  await context.setOffline(false)
  await cold.reload()
  await expect
    .poll(async () => (await context.request.get(`${world.url}/api/session`)).json())
    .toMatchObject({ person: null })
})

test('O5: another person on the phone neither sees nor sends what the first one did', async ({
  asRole,
  browser,
  world,
  context,
}) => {
  const other = await browser.newContext()
  await signInAs(other, world, 'installer')
  const page = await asRole('maintainer', language, theme)
  const order = await openOrder(await other.newPage(), page, world, '两人一机')
  const detail = `${world.url}/h5/work-order-detail?orderId=${order.id}`
  const start = t('order.act.start')
  await page.goto(detail)
  await expect(page.getByRole('button', { name: start, exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: start, exact: true }).click()
  await expect(page.getByText(t('order.queued.title'))).toBeVisible()
  await page.close()
  await context.setOffline(false)

  await signInAs(context, world, 'owner')
  const second = await context.newPage()
  await second.goto(`${world.url}/h5/mine-page`)
  await second.getByText(t('sync.title')).click()
  await expect(second.getByRole('dialog').getByText(t('sync.none'))).toBeVisible()
  const read = async (): Promise<Order> => {
    const answer = await other.request.get(`${world.url}/api/orders/${order.id}`)
    return ((await answer.json()) as { order: Order }).order
  }
  expect((await read()).status).toBe('pending')
  expect(await queued(second)).toContain(order.id)
  await second.close()

  // Back in the first one's hands it goes by itself.
  await signInAs(context, world, 'maintainer')
  const third = await context.newPage()
  await third.goto(`${world.url}/h5/home`)
  await expect.poll(async () => (await read()).status).toBe('in_progress')
  await expect.poll(() => queued(third)).toBe('[[]]')
  await other.close()
})

test('W11: storage that is blocked or full is told of once, and what cannot be kept is said', async ({
  asRole,
  browser,
  world,
  context,
}) => {
  const other = await browser.newContext()
  await signInAs(other, world, 'installer')
  const page = await asRole('maintainer', language, theme)
  const order = await openOrder(await other.newPage(), page, world, '存储已满')
  await context.addInitScript(`
    const refuse = () => { throw new DOMException('full', 'QuotaExceededError') }
    IDBFactory.prototype.open = refuse
    Storage.prototype.setItem = refuse
    CacheStorage.prototype.open = async () => refuse()
  `)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.goto(`${world.url}/h5/work-order-detail?orderId=${order.id}`)
  const start = page.getByRole('button', { name: t('order.act.start'), exact: true })
  await expect(start).toBeVisible()
  await expect.poll(() => warnings.filter((text) => text.includes('Nothing can be kept')).length).toBe(1)
  await context.setOffline(true)
  await start.click()
  await expect(page.getByRole('alert').getByText(t('order.noRoom'))).toBeVisible()
  await context.setOffline(false)
  await start.click()
  await expect(page.getByRole('timer')).toBeVisible()
  await other.close()
})
