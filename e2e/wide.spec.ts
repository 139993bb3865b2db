// Wide screens: a rail, pages side by side, the choice in the address; and on every width a push that keeps its frame.
import type { Locator, Page } from '@playwright/test'
import { makeStation, settled, write } from './screens.ts'
import { wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'

test.use({ isMobile: false, hasTouch: false })

const t = wordsIn('en')
const list = (page: Page): Locator => page.getByRole('region', { name: t('stations.title'), exact: true })
const station = (page: Page): Locator => page.locator('a[href*="/station-detail?"]')
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
/** The first two of the list stand beside each other. */
const inColumns = async (page: Page): Promise<boolean> => {
  const [first, second] = [await station(page).nth(0).boundingBox(), await station(page).nth(1).boundingBox()]
  return first !== null && second?.y === first.y && second.x > first.x + first.width
}
const noOverflow = async (page: Page): Promise<void> => {
  const [whole = 0, seen = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, window.innerWidth]',
  )
  expect(whole).toBeLessThanOrEqual(seen)
}

for (const [width, theme] of [
  [1024, 'dark'],
  [1440, 'light'],
  [2560, 'dark'],
] as const)
  test(`a list and what was chosen in it stand side by side at ${width} px`, async ({ asRole, world }) => {
    const page = await asRole('administrator', 'en', theme)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${world.url}/h5/station-list`)
    await settled(page)
    // With nothing chosen it has the whole width.
    expect(await inColumns(page)).toBe(true)
    await expect(page.getByRole('navigation', { name: t('shell.tabs') })).toBeVisible()
    await expect(title(page)).toHaveText(t('stations.title'))
    await expectSound(page)

    // The choice is the address; the list stays and says what is chosen.
    const name = (await station(page).first().getByRole('heading').textContent())?.trim() ?? ''
    await station(page).first().click()
    await expect(page).toHaveURL(/\/station-detail\?stationId=/)
    await expect(title(page)).toHaveText(name)
    await expect(list(page).locator('a[aria-current="true"]')).toContainText(name)
    expect(await inColumns(page)).toBe(false)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('button', { name: t('ui.back'), exact: true })).toHaveCount(0)
    await settled(page)
    await expectSound(page)
    await noOverflow(page)

    // Another row takes the place of the first: one step leads back to the list alone.
    await station(page).nth(1).click()
    await expect(title(page)).not.toHaveText(name)
    await page.reload()
    await expect(list(page).locator('[aria-current="true"]')).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/station-list$/)
    await expect.poll(() => inColumns(page)).toBe(true)
  })

test('the first row of a list of what is to be done stands open beside it, and nothing is chosen by that', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1440, height: 900 })
  const { stationId } = await makeStation(page, world, 'Opened-first', { letters: 'OP' })
  for (const description of ['one', 'other'])
    await write(page, world, '/api/orders', {
      type: 'repair',
      stationId,
      priority: 'high',
      description,
      plannedStartAt: null,
      plannedEndAt: null,
      plannedMinutes: 60,
    })
  await page.goto(`${world.url}/h5/om-page?tab=orders&state=all`)
  const orders = page.locator('a[data-row][href*="/work-order-detail?"]')
  const opened = page.getByRole('region', { name: t('orders.one'), exact: true })
  await expect(opened).toBeVisible()
  await expect(page).toHaveURL(/\/om-page\?tab=orders&state=all$/)
  await expect(title(page)).toHaveText(t('om.title'))
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(orders.first()).toHaveAttribute('aria-current', 'true')
  await settled(page)
  await expectSound(page)
  await noOverflow(page)

  // The row that stands open is chosen by a press like any other, and one step leads back.
  const name = (await opened.getByRole('heading', { level: 2 }).first().textContent())?.trim() ?? ''
  await orders.first().click()
  await expect(page).toHaveURL(/\/work-order-detail\?orderId=/)
  await expect(title(page)).toHaveText(name)
  await expect(page.getByRole('button', { name: t('ui.back'), exact: true })).toHaveCount(0)
  await orders.nth(1).click()
  await expect(orders.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/\/om-page\?tab=orders&state=all$/)
  await expect(opened).toBeVisible()
  await expect(orders.first()).toHaveAttribute('aria-current', 'true')

  // Another tab opens its own first, and one in which nothing is found has the whole width.
  await page.goto(`${world.url}/h5/om-page?tab=orders&search=nothing-is-called-so`)
  await expect(opened).toHaveCount(0)
  await expect(page.locator('[data-scroller]')).toHaveCount(1)
})

test('a string, and the checks of a gateway, stand beside the others of their station', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1024, height: 900 })
  const answer = await page.request.get(`${world.url}/api/stations?search=Landshut-Scheunendach`)
  const { stations } = (await answer.json()) as { stations: { id: string }[] }
  await page.goto(`${world.url}/h5/group-device-list?stationId=${stations[0]?.id}`)
  const rows = page.locator('a[data-row]')
  await expect(rows.first()).toHaveAttribute('aria-current', 'true')
  await settled(page)
  await expectSound(page)
  await rows.nth(1).click()
  await expect(page).toHaveURL(/group-device-list\?stationId=[\w-]+&stringId=[\w-]+$/)
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/group-device-list\?stationId=[\w-]+$/)

  await page.goto(`${world.url}/h5/communication-device-list?stationId=${stations[0]?.id}`)
  await rows.first().click()
  await expect(page).toHaveURL(/communication-device-list\?stationId=[\w-]+&gatewayId=[\w-]+$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: t('commissioning.list') })).toBeVisible()
  await page.reload()
  await expect(rows.first()).toHaveAttribute('aria-current', 'true')
  await settled(page)
  await expectSound(page)
})

test('filters of the list beside a page survive reloading and going back, and are not in its address', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(`${world.url}/h5/station-list?search=a`)
  await settled(page)
  await station(page).first().click()
  await expect(page).toHaveURL(/\/station-detail\?stationId=[\w-]+$/)
  const search = list(page).getByRole('searchbox')
  await expect(search).toHaveValue('a')
  // Typed beside the page, it changes the list alone.
  await search.fill('an')
  await expect
    .poll(() => page.evaluate<string>('JSON.stringify(history.state.beside)'))
    .toContain('"search":"an"')
  await expect(page).toHaveURL(/\/station-detail\?stationId=[\w-]+$/)
  await page.reload()
  await expect(search).toHaveValue('an')
  await page.goBack()
  await expect(page).toHaveURL(/\/station-list\?search=a$/)
})

test('a link to a device opens it beside its station, and beside the list where there is room for three', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  const answer = await page.request.get(`${world.url}/api/stations?search=Landshut`)
  const { stations } = (await answer.json()) as { stations: { id: string; name: string }[] }
  const devices = await page.request.get(`${world.url}/api/stations/${stations[0]?.id}/devices?kind=inverter`)
  const found = (await devices.json()) as { devices: { id: string }[] }
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`${world.url}/h5/inverter-detail?deviceId=${found.devices[0]?.id}`)
  const beside = page.getByRole('region', { name: stations[0]?.name ?? '', exact: true })
  await expect(beside.locator('a[data-chosen]')).toBeInViewport()
  await expect(list(page)).toHaveCount(0)
  await settled(page)
  await expectSound(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(list(page)).toBeVisible()
  await expect(beside).toBeVisible()
  await noOverflow(page)
  await settled(page)
  await expectSound(page)
})

test('what is scrolled and typed in a list stays as something is chosen in it, by the keyboard too', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto(`${world.url}/h5/station-list`)
  await settled(page)
  await station(page).last().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/station-detail/)
  // The cards have moved under each other: the one that was chosen has the focus and is seen.
  await expect(station(page).last()).toBeFocused()
  await expect(station(page).last()).toBeInViewport()
  const scrolled = (): Promise<number> =>
    page.evaluate<number>('document.querySelector("[data-scroller]").scrollTop')
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  const chosen = page.url()
  await station(page)
    .nth((await station(page).count()) - 2)
    .click()
  await expect(page).not.toHaveURL(chosen)
  expect(await scrolled()).toBe(before)
})

test('a page to fill in has a column to itself beside the rail, and a sheet comes from the side', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  await settled(page)
  const box = await page.getByRole('main').boundingBox()
  expect(box?.width).toBeLessThanOrEqual(720)
  expect(box?.x).toBeGreaterThan(72)
  await expect(page.getByRole('button', { name: t('ui.back'), exact: true })).toBeVisible()
  await noOverflow(page)
  await page.goto(`${world.url}/h5/mine-page`)
  await page.getByRole('button', { name: t('mine.password') }).click()
  const sheet = page.getByRole('dialog')
  await expect
    .poll(async () => {
      const at = await sheet.boundingBox()
      return at && [Math.round(at.x + at.width), Math.round(at.width), Math.round(at.height)]
    })
    .toEqual([1440, 440, 900])
  await settled(page)
  await expectSound(page)
})

test('people and commands stand beside whoever and whatever was chosen of them', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto(`${world.url}/h5/mine-page`)
  await page.getByRole('link', { name: t('mine.people') }).click()
  await expect(page).toHaveURL(/mine-page\?open=people$/)
  await page.locator('a[href*="person="]').first().click()
  await expect(page).toHaveURL(/person=[\w-]+$/)
  const people = page.getByRole('region', { name: t('mine.people') })
  const chosen = people.locator('[aria-current="true"]')
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toContainText((await title(page).textContent()) ?? '-')
  await settled(page)
  await expectSound(page)
  await page.reload()
  await expect(chosen).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL(/mine-page\?open=people$/)

  type Listed = { stations: { id: string }[]; devices: { id: string; kind: string }[] }
  const read = async (path: string): Promise<Listed> =>
    (await (await page.request.get(`${world.url}/api/${path}`)).json()) as Listed
  let asked = false
  // One whose gateway is there: what other files made may be of none, and no command comes of it.
  for (const { id } of (await read('stations?limit=20&search=Landshut-Scheunendach')).stations) {
    const inverter = (await read(`stations/${id}/devices`)).devices.find(({ kind }) => kind === 'inverter')
    if (!inverter || asked) continue
    const reply = await page.request.post(`${world.url}/api/stations/${id}/read`, {
      data: { deviceIds: [inverter.id] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    asked = reply.ok()
    if (asked) await page.goto(`${world.url}/h5/remote-control?stationId=${id}&view=ledger`)
  }
  expect(asked).toBe(true)
  await page.locator('a[href*="commandId="]').first().click()
  await expect(title(page)).toHaveText(t('control.command'))
  await expect(page.getByRole('list', { name: t('control.steps') })).toBeVisible()
  await expect(page.getByRole('region').locator('a[aria-current="true"][href*="commandId="]')).toHaveCount(1)
  await settled(page)
  await expectSound(page)
})

test('a tablet has two columns of cards, and a phone none of all this', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${world.url}/h5/service-page`)
  const tabs = await page.getByRole('navigation', { name: t('shell.tabs') }).boundingBox()
  expect(tabs?.width).toBe(820)
  await page.goto(`${world.url}/h5/station-list`)
  await settled(page)
  expect(await inColumns(page)).toBe(true)
  await expectSound(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect((await station(page).nth(1).boundingBox())?.x).toBe((await station(page).nth(0).boundingBox())?.x)
  await station(page).first().click()
  await expect(page).toHaveURL(/station-detail/)
  await expect(list(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('ui.back'), exact: true })).toBeVisible()
})

test('turning a tablet keeps what is being filled in', async ({ asRole, world }) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  const name = page.getByRole('textbox').first()
  await name.fill('Turned-1')
  await page.setViewportSize({ width: 1180, height: 820 })
  await expect(page.getByRole('navigation', { name: t('shell.tabs') })).toBeVisible()
  await expect(name).toHaveValue('Turned-1')
})

const late = (ms: number) => (route: { continue: () => Promise<void> }) =>
  new Promise<void>((resolve) => setTimeout(() => resolve(route.continue()), ms))

/** Looks from the press on, each time something changes: what the title says, and which skeletons there are. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const frames = (window.frames_ = [])
    const look = () => {
      if (location.pathname.endsWith('station-list')) return
      const back = document.querySelector('header button[aria-label]')
      const bones = [...document.querySelectorAll('main > *')].filter((one) => one.querySelector('[data-bone]'))
      frames.push({
        title: document.querySelector('h1')?.textContent ?? null,
        back: back !== null,
        bars: document.querySelectorAll('header').length,
        trees: document.querySelectorAll('main').length,
        bones: bones.length,
      })
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })()`)

test('from the press to the content the title and the way back never go, and one skeleton stands', async ({
  asRole,
  world,
}) => {
  const page = await asRole('administrator', 'en')
  await page.setViewportSize({ width: 375, height: 812 })
  // The code of the page comes late, and its answer later.
  await page.route(/assets\/station-detail-[^/]*\.js/, late(600))
  await page.route(/\/api\/stations\/[\w-]+(\?|$)/, late(1200))
  await page.goto(`${world.url}/h5/station-list`)
  await settled(page)
  await watchFrames(page)
  const name = (await station(page).first().getByRole('heading').textContent())?.trim() ?? ''
  await station(page).first().click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  const frames =
    await page.evaluate<
      { title: string | null; back: boolean; bars: number; trees: number; bones: number }[]
    >('window.frames_')
  expect(frames.length).toBeGreaterThan(1)
  for (const frame of frames) {
    expect(frame.title?.trim()).toBe(name)
    expect([frame.back, frame.bars, frame.trees]).toEqual([true, 1, 1])
  }
  expect(frames.some(({ bones }) => bones > 0)).toBe(true)
})
