import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import type { World } from './world-process.ts'

export type Role = 'owner' | 'installer' | 'maintainer' | 'administrator' | 'nobody'
export type Language = 'zh_CN' | 'en'
export type Theme = 'light' | 'dark'

const program = fileURLToPath(new URL('world-process.ts', import.meta.url))

/** Starts a world in a process of its own. */
export const openWorld = async (
  options: {
    empty?: boolean
    shellOrigin?: string
    privateAddresses?: boolean
    mapTiles?: string
    /** Its edge may read devices of this machine. */
    ownDevices?: boolean
  } = {},
): Promise<{ world: World; close: () => Promise<void> }> => {
  const child = spawn(process.execPath, [program, ...(options.empty ? ['--empty'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(options.shellOrigin && { WORLD_SHELL_ORIGINS: options.shellOrigin }),
      ...(options.privateAddresses && { WORLD_WEBHOOK_PRIVATE: 'yes' }),
      ...(options.ownDevices && { EDGE_ALLOW_LOOPBACK: '1' }),
      ...(options.mapTiles && { WORLD_MAP_TILES: options.mapTiles }),
    },
  })
  const line = await new Promise<string>((resolve, reject) => {
    let known = false
    createInterface(child.stdout).on('line', (said) => {
      if (known) return
      // What a server that is slow to start writes to its log comes by the same way.
      known = said.startsWith('{"url":')
      if (known) resolve(said)
      else process.stderr.write(`${said}\n`)
    })
    child.once('exit', (code) => reject(new Error(`the world ended with ${code}`)))
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    world: JSON.parse(line) as World,
    close: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The app in a language, without a session. Local storage holds exactly what a phone's would. */
export const inLanguage = async (
  context: BrowserContext,
  language: Language,
  look?: { theme: Theme; url: string },
): Promise<void> => {
  if (look) await context.addCookies([{ name: 'theme', value: look.theme, url: look.url }])
  await context.addInitScript((lang) => localStorage.setItem('lang', lang), language)
}

/** Signs in by the API; the cookie is the context's. */
export const signInAs = async (context: BrowserContext, world: World, role: Role): Promise<void> => {
  const account = role === 'nobody' ? world.nobody : world.accounts.find((one) => one.role === role)
  if (!account) throw new Error(`no account of role ${role}`)
  const answer = await context.request.post(`${world.url}/api/session`, {
    data: { account: account.account, password: account.password },
  })
  expect(answer.status()).toBe(201)
}

/**
 * A style sheet that was asked for without a network cannot be read; axe would fetch it and put it into the page, which
 * the app's policy forbids. No rule in use looks at style sheets.
 */
const onlyMedia = { assets: ['media'] }

/** What must hold on every page that is shown: nothing for axe to find, nothing wider than the phone. */
export const expectSound = async (page: Page): Promise<void> => {
  // The skeleton of the first moment is no page yet.
  await expect(page.getByRole('main').first()).toBeVisible()
  // There are no frames: one pass in the page itself, without a second page to gather results.
  const found = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: onlyMedia })
    .analyze()
  expect(
    found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
  const widths = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, window.innerWidth]',
  )
  expect(widths[0]).toBeLessThanOrEqual(widths[1])
}

type Fixtures = { asRole: (role: Role, language?: Language, theme?: Theme) => Promise<Page> }

/** Each worker has a world of its own; each test a browser context of its own. */
export const test = base.extend<Fixtures, { world: World; worldName: string }>({
  /** A file that counts what is in the world names one of its own; all others find there what tests before them made. */
  worldName: ['shared', { option: true, scope: 'worker' }],
  world: [
    async ({ worldName }, use) => {
      if (worldName === '') throw new Error('a world has a name')
      const { world, close } = await openWorld()
      await use(world)
      await close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  asRole: async ({ context, page, world }, use) => {
    await use(async (role, language = 'zh_CN', theme = 'light') => {
      await inLanguage(context, language, { theme, url: world.url })
      await signInAs(context, world, role)
      return page
    })
  },
  // A page that throws, or breaks its own content policy, fails its test.
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
        problems.push(message.text())
    })
    await use(page)
    // An answer that a test changes on its way may still be on it when the test has seen what it wanted.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(problems).toEqual([])
  },
})

export { expect }
