// A screen on a wall: its link opens it once and for long, it can do nothing, and it comes back by itself.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { seedFleet } from '../bench/seed.ts'
import { firstAdministrator } from '../tests/acceptance/customer.ts'
import { startVictim } from '../tests/acceptance/victim.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { freePort } from '../tests/free-port.ts'
import { settled } from './screens.ts'
import { wordsIn } from './words.ts'
import type { World } from './world-process.ts'
import { expect, expectSound, inLanguage, test } from './world.ts'

const t = wordsIn('en')
const wide = { viewport: { width: 1920, height: 1080 }, isMobile: false, hasTouch: false } as const

/** The token of a link for a screen. */
const tokenOf = async (page: Page, world: World, name: string): Promise<string> => {
  const made = await page.request.post(`${world.url}/api/look-links`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { name, days: '1' },
  })
  // Whoever makes a link has typed the password lately.
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { token: string }).token
}

/** How far above the foot of the page each column of what is seen ends, and how many rows are cut by their card. */
const roomOf = (wall: Page) =>
  wall.evaluate<{ empty: number[]; cut: number }>(`(() => {
    const foot = innerHeight - 16
    // What does not fit lies beside its column.
    const isSeen = (one) =>
      one.getBoundingClientRect().right <=
      one.closest('main > div > div > div').getBoundingClientRect().right + 1
    const cards = [...document.querySelectorAll('main section')]
      .filter(isSeen)
      .map((one) => one.getBoundingClientRect())
    const columns = [...new Set(cards.map(({ left }) => Math.round(left)))]
    const ends = (left) =>
      Math.max(...cards.filter((one) => Math.round(one.left) === left).map(({ bottom }) => bottom))
    const isCut = (one) => {
      const row = one.getBoundingClientRect()
      const card = one.closest('section').getBoundingClientRect()
      return row.left < card.right && row.top < card.bottom && row.bottom > card.bottom + 1
    }
    return {
      empty: columns.map((left) => Math.round(foot - ends(left))),
      cut: [...document.querySelectorAll('main section li')].filter(isCut).length,
    }
  })()`)

test('Z20: a manager makes a link, a screen opens it, can do nothing, and goes dark when it is revoked', async ({
  asRole,
  world,
  browser,
}) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/mine-page`)
  await page.getByRole('button', { name: t('mine.walls') }).click()
  await page.getByRole('button', { name: t('walls.make') }).click()
  await page.getByRole('textbox', { name: t('walls.name') }).fill('Control room')
  await page.getByRole('button', { name: t('walls.create') }).click()
  await expect(page.getByRole('img', { name: t('walls.qr') })).toBeVisible()
  await settled(page)
  await expectSound(page)
  const address = (await page.getByText(/#look=/).textContent()) ?? ''
  const link = /https?:\S+#look=[\w-]{43}/.exec(address)?.[0] ?? ''

  const context = await browser.newContext(wide)
  try {
    await inLanguage(context, 'en')
    const wall = await context.newPage()
    const sent: string[] = []
    const token = link.split('=').at(-1) ?? '-'
    wall.on('request', (asked) => {
      if (asked.url().includes(token) || JSON.stringify(asked.headers()).includes(token))
        sent.push(asked.url())
    })
    await wall.goto(link)
    await expect(wall.getByRole('heading', { level: 1, name: 'Control room' })).toBeVisible()
    await expect(wall.getByRole('heading', { level: 2, name: t('board.troubles') })).toBeVisible()
    await settled(wall)
    await expectSound(wall)
    // The whole screen is used, and nothing on it is cut.
    for (const [width, height] of [
      [1440, 900],
      [2560, 1440],
      [1920, 1080],
    ] as const) {
      await wall.setViewportSize({ width, height })
      await settled(wall)
      const { empty, cut } = await roomOf(wall)
      expect(empty).toHaveLength(3)
      // The picture moves by some points with time.
      expect(Math.max(...empty), `${width}x${height}: ${empty.join(', ')}`).toBeLessThan(24)
      expect(cut).toBe(0)
    }
    expect(new URL(wall.url()).hash).toBe('')
    expect(sent).toEqual([])
    await expect(wall.getByRole('link')).toHaveCount(0)
    await expect(wall.getByRole('navigation')).toHaveCount(0)
    // The same browser may do nothing, wherever it goes.
    const made = await context.request.post(`${world.url}/api/station-groups`, {
      data: { id: crypto.randomUUID(), name: 'x', stationIds: [] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(made.status()).toBe(403)
    expect((await context.request.get(`${world.url}/api/stations`)).status()).toBe(403)
    await wall.goto(`${world.url}/h5/mine-page`)
    await expect(wall).toHaveURL(/home\?wall=1$/)
    await expect(wall.getByRole('heading', { level: 1, name: 'Control room' })).toBeVisible()

    await page.getByRole('button', { name: t('walls.done') }).click()
    await page.getByRole('button', { name: t('walls.revokeThis', { name: 'Control room' }) }).click()
    await page
      .getByRole('button', { name: t('walls.revoke'), exact: true })
      .last()
      .click()
    await expect(page.getByText(t('walls.none'))).toBeVisible()
    await expect(wall.getByRole('heading', { name: t('wall.out') })).toBeVisible()
    await expect(wall.getByRole('heading', { name: t('board.troubles') })).toHaveCount(0)
    await wall.goto(link)
    await expect(wall.getByRole('heading', { name: t('wall.wrong') })).toBeVisible()
  } finally {
    await context.close()
  }
})

test('an answer from before its link was taken does not sign a screen out', async ({
  asRole,
  world,
  browser,
}) => {
  const page = await asRole('installer', 'en')
  const token = await tokenOf(page, world, 'Gate')
  const context = await browser.newContext(wide)
  try {
    await inLanguage(context, 'en')
    const wall = await context.newPage()
    const late: (() => Promise<void>)[] = []
    await wall.route('**/api/session', async (route) => {
      const answer = await route.fetch()
      if (late.length > 0) return route.fulfill({ response: answer })
      await new Promise<void>((resolve) => {
        late.push(async () => {
          // What the page has given up takes no answer any more.
          await route.fulfill({ response: answer }).catch(() => undefined)
          resolve()
        })
      })
    })
    await wall.goto(`${world.url}/h5/home?wall=1#look=${token}`)
    const name = wall.getByRole('heading', { level: 1, name: 'Gate' })
    await expect(name).toBeVisible()
    expect(late).toHaveLength(1)
    await late[0]?.()
    await settled(wall)
    await expect(name).toBeVisible()
    await expect(wall.getByRole('heading', { name: t('wall.out') })).toBeHidden()
  } finally {
    await context.close()
  }
})

test('a screen takes a new version by itself, begins anew at night, and stays signed in; by day and night it is dark and keeps awake', async ({
  asRole,
  world,
  browser,
}) => {
  const page = await asRole('installer', 'en')
  const token = await tokenOf(page, world, 'Depot')
  const context = await browser.newContext({ ...wide, colorScheme: 'light' })
  try {
    await inLanguage(context, 'en')
    const wall = await context.newPage()
    // A browser without a screen keeps none awake: what is asked of it is written down.
    await wall.addInitScript(`
      window.awake_ = 0
      Object.defineProperty(navigator, 'wakeLock', {
        value: { request: async () => { window.awake_ += 1; return { release: async () => { window.awake_ -= 1 } } } },
      })`)
    await wall.clock.install()
    await wall.goto(`${world.url}/h5/home?wall=1#look=${token}`)
    const name = wall.getByRole('heading', { level: 1, name: 'Depot' })
    await expect(name).toBeVisible()
    await expect(wall.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await wall.evaluate('window.awake_')).toBe(1)
    const offered = wall.waitForResponse('**/h5/version.json')
    await wall.clock.fastForward('00:05:01')
    await offered
    // The same version is no reason to begin anew.
    await wall.evaluate('window.stays_ = true')
    await wall.clock.fastForward('00:05:01')
    await expect(name).toBeVisible()
    expect(await wall.evaluate('window.stays_')).toBe(true)
    // In the second night it begins anew.
    const night = wall.waitForEvent('load')
    const hours = await wall.evaluate<number>('28 - new Date().getHours()')
    await wall.clock.fastForward(`${hours + 24}:00:00`)
    await night
    await expect(name).toBeVisible()
    await wall.evaluate('window.stays_ = true')
    await wall.route('**/h5/version.json', (route) =>
      route.fulfill({ json: { entry: '/h5/assets/newer.js' } }),
    )
    const anew = wall.waitForEvent('load')
    await wall.clock.fastForward('00:05:01')
    await anew
    await expect(name).toBeVisible()
    expect(await wall.evaluate('window.stays_')).toBeUndefined()
  } finally {
    await context.close()
  }
})

test('it shows the time of its figures while the server is away, and goes on by itself after a restart', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sunkeeper-wall-'))
  chmodSync(dataDir, 0o711)
  // Where it is stays the same over the restart, as it does for a screen.
  const server = await startVictim(dataDir, null, { PORT: String(await freePort()) })
  const { url, setupCode, databaseUrl } = server.said()
  const context = await browser.newContext(wide)
  try {
    const setUp = await context.request.post(`${url}/api/setup`, {
      data: {
        code: setupCode,
        ...firstAdministrator,
        name: 'First',
        company: 'Company',
      },
    })
    expect(setUp.status(), await setUp.text()).toBe(201)
    const made = await context.request.post(`${url}/api/look-links`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      data: { name: 'Lobby', days: '1' },
    })
    const { token } = (await made.json()) as { token: string }
    const { db, pool, close } = await openDatabase({ url: databaseUrl }, createLog('fatal'))
    await seedFleet(pool, {
      name: 'WL',
      companyId: await makeCompany(db, Date.now(), 'Seeded'),
      stations: 3,
      gateways: 1,
      inverters: 1,
      optimizers: 0,
    })
    await close()
    await inLanguage(context, 'en')
    const wall = await context.newPage()
    await wall.clock.install()
    await wall.goto(`${url}/h5/home?wall=1#look=${token}`)
    await expect(wall.getByRole('heading', { level: 1, name: 'Lobby' })).toBeVisible()
    await expect(wall.getByText(t('home.powerFrom', { known: '0', all: '3' }))).toBeVisible()
    const says = wall.getByRole('status').first()
    await expect(says).toContainText(/as of/)
    await server.killServer()
    await wall.clock.runFor(5 * 60_000)
    await expect(says).toContainText(/No connection/)
    // Its figures stay.
    await expect(wall.getByText(t('home.powerFrom', { known: '0', all: '3' }))).toBeVisible()
    await server.start()
    await wall.clock.runFor(2 * 60_000)
    await expect(says).toContainText(/as of/)
    await expect(wall.getByRole('heading', { level: 1, name: 'Lobby' })).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
