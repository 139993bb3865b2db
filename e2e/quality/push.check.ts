// From a choice in the app to what stands on the locked screen and where it leads. The push service is one of our own,
// as a browser of the tests reaches none; what it would hand to the browser is handed over by the browser's own tools.
import type { BrowserContext, Page } from '@playwright/test'
import { openPushService, pushBrowser } from '../../tests/push-service.ts'
import { looks, wordsIn } from '../words.ts'
import { expect, inLanguage, openWorld, signInAs, test } from '../world.ts'
import type { World } from '../world-process.ts'

test.use({ serviceWorkers: 'allow' })

const shots = process.env['E2E_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

let opened: Awaited<ReturnType<typeof openWorld>>
let world: World
const browser = pushBrowser()
let service: Awaited<ReturnType<typeof openPushService>>
test.beforeAll(async () => {
  service = await openPushService(browser)
  opened = await openWorld({ privateAddresses: true })
  world = opened.world
})
test.afterAll(async () => {
  await opened.close()
  service.close()
})

/** The browser subscribes at the push service of this test. */
const subscribeAt = async (context: BrowserContext, endpoint: string): Promise<void> => {
  const subscription = JSON.stringify({ endpoint, keys: browser.keys })
  await context.addInitScript(`{
    const kept = 'push-of-tests'
    const said = ${subscription}
    const one = { endpoint: said.endpoint, toJSON: () => said,
      unsubscribe: async () => { sessionStorage.removeItem(kept); return true } }
    PushManager.prototype.subscribe = async () => { sessionStorage.setItem(kept, 'yes'); return one }
    PushManager.prototype.getSubscription = async () => sessionStorage.getItem(kept) ? one : null
  }`)
}

/** Hands a message to the app's worker as the push service's would be. */
const deliver = async (context: BrowserContext, page: Page, data: string): Promise<void> => {
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) resolve(one.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  await tools.send('ServiceWorker.deliverPushMessage', { origin: world.url, registrationId, data })
  await tools.detach()
}
const standing = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    'navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) => all.map(({ title }) => title))',
  )

for (const { language, theme } of looks.slice(0, 2))
  test(`who chooses to be told is told on this browser, and opening it leads there (${language}, ${theme})`, async ({
    context,
    page,
    browser: chromium,
  }) => {
    const t = wordsIn(language)
    await inLanguage(context, language, { theme, url: world.url })
    await subscribeAt(context, `${service.origin}/${language}`)
    await signInAs(context, world, 'maintainer')
    const choices = async (): Promise<void> => {
      await page.goto(`${world.url}/h5/mine-page`)
      await page.getByRole('button', { name: t('messages.choices.title') }).click()
    }
    const here = page.getByRole('switch', { name: t('messages.push.here') })

    // Denied in the browser: said in words, and the switch does not pretend.
    // What is not among those that are given is denied.
    await context.grantPermissions(['geolocation'], { origin: world.url })
    await choices()
    await expect(page.getByText(t('messages.push.blocked'))).toBeVisible()
    await expect(here).toBeDisabled()
    await shoot(page, `push-denied-${language}`)

    await context.grantPermissions(['notifications'], { origin: world.url })
    await choices()
    await expect(page.getByText(t('messages.push.help'))).toBeVisible()
    await here.press('Space')
    await expect(page.getByText(t('messages.push.never'))).toBeVisible()
    await page.getByRole('button', { name: t('messages.push.try') }).click()
    let [trial] = service.take()
    await expect.poll(() => (trial ??= service.take()[0])?.told.path).toBe('mine-page?open=messages')
    await shoot(page, `push-on-${language}`)

    // An order is given to this person by somebody else.
    const boss = await chromium.newContext()
    await signInAs(boss, world, 'installer')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const list = await boss.request.get(`${world.url}/api/stations`)
    const [station] = ((await list.json()) as { stations: { id: string }[] }).stations
    const session = await context.request.get(`${world.url}/api/session`)
    const { person } = (await session.json()) as { person: { id: string } }
    const made = await boss.request.post(`${world.url}/api/orders`, {
      headers,
      data: {
        type: 'repair',
        stationId: station?.id,
        priority: 'high',
        description: '',
        plannedStartAt: null,
        plannedEndAt: null,
        plannedMinutes: 60,
        handlerId: person.id,
      },
    })
    expect(made.status(), await made.text()).toBe(201)
    const { order } = (await made.json()) as { order: { id: string; no: string } }
    const came: ReturnType<typeof service.take> = []
    await expect
      .poll(() => came.push(...service.take()) && came.map(({ told }) => told.path))
      .toContain(`work-order-detail?orderId=${order.id}`)
    const told = came.find(({ told: { path } }) => path.endsWith(order.id))?.told
    expect(told?.body).toContain(order.no)

    await deliver(context, page, JSON.stringify(told))
    await expect.poll(() => standing(page)).toEqual([told?.title])
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(
      `self.registration.getNotifications().then(([notification]) =>
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    )
    await expect(page).toHaveURL(new RegExp(`work-order-detail\\?orderId=${order.id}`))
    await expect(page.getByText(order.no).filter({ visible: true }).first()).toBeVisible()
    expect(await standing(page)).toEqual([])
    await shoot(page, `push-opened-${language}`)

    // Chosen otherwise: from then on nothing is sent here.
    await choices()
    await here.press('Space')
    await expect(here).not.toBeChecked()
    const after = await context.request.get(`${world.url}/api/push`)
    expect(((await after.json()) as { subscriptions: object[] }).subscriptions).toEqual([])
    await boss.close()
  })
