// The worker is allowed here alone: what an installed app does without a network, and when the network returns.
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { openCutLine, type CutLine } from './cut-line.ts'
import { openDeploy } from './next-version.ts'
import { makeStation } from './screens.ts'
import { looks, wordsIn } from './words.ts'
import { expect, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'

test.use({ serviceWorkers: 'allow' })

/** So often at least; `npm run prove offline` cuts fifty times, in as many orders as that takes. */
const cuts = Number(process.env['E2E_CUTS'] ?? 1)
const cutsPerOrder = 8
const shots = process.env['E2E_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}
const chance = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** The worker has all files and holds the page. */
const settled = async (page: Page): Promise<void> => {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 60_000 })
    .toBe(true)
  await page.evaluate(`navigator.serviceWorker.controller.postMessage('fetch the rest')`)
  await expect
    .poll(
      () =>
        page.evaluate<number>(`caches.open('sunkeeper-files').then((c) => c.keys()).then((k) => k.length)`),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(200)
  await expect
    .poll(
      async () => {
        const count = `caches.open('sunkeeper-files').then((c) => c.keys()).then((k) => k.length)`
        const before = await page.evaluate<number>(count)
        await page.waitForFunction(`new Promise((done) => setTimeout(() => done(true), 700))`)
        return (await page.evaluate<number>(count)) - before
      },
      { timeout: 60_000 },
    )
    .toBe(0)
}

/** Keys, or values as text, of one of the phone's stores. */
const stored = async (page: Page, database: string, name: string, what: 'keys' | 'values'): Promise<string> =>
  page.evaluate<string>(`new Promise((resolve) => {
    const opening = indexedDB.open('${database}')
    opening.onupgradeneeded = () => opening.result.createObjectStore('${name}')
    opening.onsuccess = () => {
      const all = opening.result.transaction('${name}').objectStore('${name}')
      const asked = ${what === 'keys' ? 'all.getAllKeys()' : 'all.getAll()'}
      asked.onsuccess = () => { resolve(JSON.stringify(asked.result)); opening.result.close() }
    }
  })`)
const kept = (page: Page): Promise<string> => stored(page, 'sunkeeper-kept', 'kept', 'keys')
const queued = (page: Page): Promise<string> => stored(page, 'sunkeeper-queue', 'queue', 'values')

const watts = /\d\s*(?:k|M)?W/
const barn = 'Landshut-Scheunendach'

const picture = async (colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: `${colour}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})
const colours = ['navy', 'teal', 'olive', 'maroon', 'gray', 'purple', 'green', 'silver']

const sign = async (page: Page, canvas: Locator): Promise<void> => {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nothing to sign on')
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3, { steps: 4 })
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.6, { steps: 4 })
  await page.mouse.up()
}

type Order = {
  id: string
  version: number
  status: string
  flow: { no: number | null }[]
  report: { images: { id: string }[] } | null
}

/** An order with a picture, given to the maintainer and accepted. */
const openOrder = async (boss: Page, hand: Page, world: World, name: string): Promise<Order> => {
  const write = async (page: Page, path: string, data: object, version?: number): Promise<Order> => {
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    }
    const answer = await page.request.post(`${world.url}${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { order: Order }).order
  }
  const session = await hand.request.get(`${world.url}/api/session`)
  const { person } = (await session.json()) as { person: { id: string } }
  const station = await makeStation(boss, world, name, { letters: 'OF' })
  const image = crypto.randomUUID()
  const { buffer, mimeType } = await picture('orange')
  const put = await boss.request.put(`${world.url}/api/files/${image}?purpose=order_image&name=orange.jpg`, {
    data: buffer,
    headers: { 'content-type': mimeType },
  })
  expect(put.ok()).toBe(true)
  const made = await write(boss, '/api/orders', {
    type: 'repair',
    stationId: station.stationId,
    priority: 'high',
    description: name,
    handlerId: person.id,
    plannedStartAt: null,
    plannedEndAt: null,
    plannedMinutes: 60,
    images: [image],
  })
  return write(hand, `/api/orders/${made.id}/actions`, { no: 2 }, made.version)
}

const fillReport = async (page: Page, sheet: Locator, t: ReturnType<typeof wordsIn>): Promise<void> => {
  await sheet.getByLabel(t('order.reportText')).fill('Connector cleaned in the cellar')
  for (const group of await sheet.locator('[role=radiogroup]').all())
    await group.locator('label').first().click()
  await sheet
    .locator('input[type=file]')
    .first()
    .setInputFiles(await picture('black'))
  await sheet
    .locator(`input[type=file][aria-label="${t('order.images')}"]`)
    .setInputFiles(await Promise.all(colours.map(picture)))
  await sign(page, sheet.getByRole('img', { name: t('photo.signHere') }))
  await expect(sheet.getByRole('button', { name: t('photo.clearSignature') })).toBeVisible()
  for (const colour of colours)
    await expect(sheet.getByRole('img', { name: new RegExp(colour) })).toBeVisible()
}

/** What has arrived of an order that was finished: entries of that step, and files of its report that can be read. */
const arrived = async (
  page: Page,
  world: World,
  orderId: string,
): Promise<{ steps: number; files: number }> => {
  const { order } = (await (await page.request.get(`${world.url}/api/orders/${orderId}`)).json()) as {
    order: Order
  }
  expect(order.status).toBe('audit')
  const ids = (order.report?.images ?? []).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect((await page.request.get(`${world.url}/api/files/${id}`)).status()).toBe(200)
  return { steps: order.flow.filter(({ no }) => no === 5).length, files: ids.length }
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
  }).toPass({ intervals: [200], timeout: 150_000 })
  line.cut(0)
}

for (const { language, theme } of looks.length > 2 ? looks : looks.slice(0, 1)) {
  const t = wordsIn(language)

  test(`O1: an order with eight photos, begun with a network, finished without one after a cold start, arrives once (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
    context,
  }) => {
    test.setTimeout(180_000 + cuts * 12_000)
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
      await expect(page.getByText(t('home.power')).first()).toBeVisible()
      await settled(page)
      // Read ahead: nobody has opened this order here.
      await expect.poll(() => kept(page), { timeout: 60_000 }).toContain(order.id)
      await expect.poll(() => kept(page), { timeout: 30_000 }).toContain(' thumb')
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
      await shoot(cold, `offline-cold-${language}`)
      await cold.getByRole('button', { name: complete }).click()
      const sheet = cold.getByRole('dialog', { name: complete })
      for (const colour of colours)
        await expect(sheet.getByRole('img', { name: new RegExp(colour) })).toBeVisible()
      await shoot(cold, `offline-report-${language}`)
      await sheet.getByRole('button', { name: t('order.submit') }).click()
      await expect(sheet).toBeHidden()
      await expect(cold.getByText(t('order.queued.title'))).toBeVisible()
      await expect(cold.getByText(t('orders.status.audit'), { exact: true }).first()).toBeVisible()
      await shoot(cold, `offline-order-${language}`)
      await cold.close()

      const again = await context.newPage()
      await again.goto(`${line.url}/h5/home`)
      await again.getByRole('button', { name: t('sync.count', { count: 1 }) }).click()
      const centre = again.getByRole('dialog', { name: t('sync.title') })
      await expect(centre.getByText(t('sync.waits.network'))).toBeVisible()
      await shoot(again, `sync-waits-${language}`)
      await sendOver(again, line, t, random)
      await expect(centre.getByText(t('sync.none'))).toBeVisible()
      await shoot(again, `sync-none-${language}`)
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

const [look] = looks
if (!look) throw new Error('there is no look')
const { language, theme } = look
const t = wordsIn(language)

test('W9: a cold start shows what was known; signing out without a network empties the phone, and going back shows nothing of it', async ({
  asRole,
  world,
  context,
}) => {
  test.setTimeout(180_000)
  const page = await asRole('installer', language, theme)
  await page.goto(`${world.url}/h5/home`)
  await expect(page.getByText(t('home.power')).first()).toBeVisible()
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
    await expect
      .poll(async () => (await kept(page)).replaceAll('\\"', '"'), { timeout: 30_000 })
      .toContain(one)
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
  await expect(cold.getByText(t('device.sheet.title'))).toBeVisible()
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
  await expect(cold.getByRole('button', { name: t('accounts.signIn') })).toBeVisible()
  await expect.poll(() => kept(cold)).toBe('["first"]')
  await cold.reload()
  await expect(cold.getByRole('button', { name: t('accounts.signIn') })).toBeVisible()
  await expect(cold.locator('main')).not.toContainText(watts)
  await cold.goBack()
  await expect(cold).toHaveURL(device)
  await expect(cold.getByRole('button', { name: t('accounts.signIn') })).toBeVisible()
  await expect(cold.getByText(t('device.sheet.title'))).toHaveCount(0)
  await context.setOffline(false)
  await cold.reload()
  await expect
    .poll(async () => (await context.request.get(`${world.url}/api/session`)).json(), { timeout: 60_000 })
    .toMatchObject({ person: null })
})

test('O5: another person on the phone neither sees nor sends what the first one did', async ({
  asRole,
  browser,
  world,
  context,
}) => {
  test.setTimeout(180_000)
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
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('in_progress')
  await expect.poll(() => queued(third)).toBe('[[]]')
  await other.close()
})

test('W11: storage that is blocked or full is told of once, and what cannot be kept is said', async ({
  asRole,
  browser,
  world,
  context,
}) => {
  test.setTimeout(120_000)
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

test('W13: a newer version is offered, and taken when the person wants it', async ({
  asRole,
  world,
  context,
}) => {
  test.setTimeout(180_000)
  const site = await openDeploy(world.url)
  try {
    const page = await asRole('installer', language, theme)
    await page.goto(`${site.url}/h5/home`)
    await expect(page.locator('main')).toContainText(watts)
    await settled(page)
    site.deploy()
    await page.evaluate(
      `navigator.serviceWorker.getRegistration('/h5/').then((one) => one.update()).then(() => {})`,
    )
    await expect(page.getByText(t('shell.update'))).toBeVisible({ timeout: 60_000 })
    const entry = `document.querySelector('script[type=module][src]').getAttribute('src')`
    expect(await page.evaluate(entry)).not.toContain('-next')
    await page.getByRole('button', { name: t('shell.updateNow') }).click()
    await expect.poll(() => page.evaluate(entry).catch(() => ''), { timeout: 30_000 }).toContain('-next')
    await expect(page.locator('main')).toContainText(watts)
    expect(context.pages()).toHaveLength(1)
  } finally {
    await site.close()
  }
})

test.describe('before the worker is there', () => {
  test.use({ serviceWorkers: 'block' })

  test('what does not come through takes no page away, and comes when there is a network', async ({
    asRole,
    world,
    context,
  }) => {
    const page = await asRole('installer', language, theme)
    const unreached = page.getByText(t('failure.unreached'))
    const inbox = page.getByRole('button', { name: t('messages.title') }).first()
    await page.goto(`${world.url}/h5/mine-page`)
    await expect(inbox).toBeVisible()
    await context.setOffline(true)
    await inbox.click()
    await expect(unreached).toBeVisible()
    await expect(inbox).toBeVisible()
    await context.setOffline(false)
    await inbox.click()
    await expect(page.getByRole('dialog', { name: t('messages.title') })).toBeVisible()

    // A browser that never asks again for what it once did not get: a second press loads the page anew.
    await page.keyboard.press('Escape')
    await page.route('**/choices-sheet-*.js', (route) => route.abort(), { times: 3 })
    const choices = page.getByRole('button', { name: t('messages.choices.title') })
    await choices.click()
    await expect(unreached).toBeVisible()
    await choices.click()
    const load = `performance.getEntriesByType('navigation')[0].type`
    await expect.poll(() => page.evaluate(load).catch(() => '')).toBe('reload')
    await choices.click()
    await expect(page.getByRole('dialog', { name: t('messages.choices.title') })).toBeVisible()

    // A page: nothing that was typed is lost over it.
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    const name = page.getByRole('textbox', { name: t('editing.name') })
    await name.fill('Sonnenhof 8')
    await expect.poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'values')).toContain('Sonnenhof 8')
    await context.setOffline(true)
    await page.getByRole('button', { name: t('ui.back') }).click()
    await expect(page.getByRole('alert').getByText(t('failure.unreached'))).toBeVisible()
    await shoot(page, `offline-page-${language}`)
    await page.getByRole('button', { name: t('ui.retry') }).click()
    await expect(page.getByRole('alert').getByText(t('failure.unreached'))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(barn)).toBeVisible()
    await page.goto(`${world.url}/h5/create-or-edit-station`)
    await expect(name).toHaveValue('Sonnenhof 8')
  })

  test('W13: a part that is gone loads the page anew once, and what was typed stays', async ({
    asRole,
    world,
  }) => {
    const site = await openDeploy(world.url)
    try {
      const page = await asRole('installer', language, theme)
      await page.goto(`${site.url}/h5/create-or-edit-station`)
      const name = page.getByRole('textbox', { name: t('editing.name') })
      await name.fill('Sonnenhof 7')
      await expect.poll(() => stored(page, 'sunkeeper-drafts', 'drafts', 'values')).toContain('Sonnenhof 7')
      site.deploy()
      await page.evaluate(`dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`)
      const load = `performance.getEntriesByType('navigation')[0].type`
      await expect.poll(() => page.evaluate(load).catch(() => '')).toBe('reload')
      await expect(name).toHaveValue('Sonnenhof 7')
      let loads = 0
      page.on('framenavigated', () => (loads += 1))
      // What is still gone after that does not load it again and again.
      await page.evaluate(`dispatchEvent(new Event('vite:preloadError', { cancelable: true }))`)
      await page.waitForLoadState('networkidle')
      expect(loads).toBe(0)
    } finally {
      await site.close()
    }
  })
})
