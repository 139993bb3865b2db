import type { Browser, Page } from '@playwright/test'
import { permits, type Permission, shownByPermission } from '#domain/accounts/permissions.ts'
import { type EditingRoute, changesStation, neededFor } from '#web/app/session/editing-rights.ts'
import { searches, type RouteName } from '#web/paths.ts'
import { parseSearch } from '#web/kit/search.ts'
import { furnish, type RightsSite } from './rights-site.ts'
import { offersIn } from './rights-table.ts'
import { expect, inLanguage, type Role, signInAs, test } from './world.ts'
import type { World } from './world-process.ts'
import type { PageToSee } from './quality/every-page.ts'
import { wordsIn } from './words.ts'

test.use({ worldName: 'rights' })

const roles: Role[] = ['administrator', 'installer', 'maintainer', 'owner', 'nobody']
const t = wordsIn('en')
const offers = offersIn(t)

type Seen = { page: PageToSee; heading: string[]; names: Set<string>; links: string[]; fields: number }

/** All that a page calls what can be pressed, each part of a row by itself, and where links lead. */
const whatIsOffered = `(() => {
  // What a line keeps folded is offered by a press.
  for (const one of document.querySelectorAll('main details')) one.open = true
  const names = new Set()
  const pressed = document.querySelectorAll('a[href], button, [role=tab], label:has(input)')
  for (const one of pressed) {
    if (one.closest('nav') || one.checkVisibility() === false) continue
    names.add(one.getAttribute('aria-label') ?? one.textContent.trim())
    if (one.hasAttribute('href')) names.add(one.getAttribute('href'))
    for (const part of one.querySelectorAll('*')) names.add(part.textContent.trim())
  }
  const inMain = (selector) => [...document.querySelectorAll('main ' + selector)]
  return {
    heading: inMain('h2').map((one) => one.textContent),
    names: [...names],
    links: [...document.querySelectorAll('main a[href], header a[href]')].map((one) => one.getAttribute('href')),
    fields: inMain('input, textarea, select').length,
  }
})()`

/** Goes on within the app, as a link does: a page is read anew, the app is not. */
const openAll = async (page: Page, world: World, pages: readonly PageToSee[]): Promise<Seen[]> => {
  const answers = new Set<unknown>()
  page.on('request', (request) => /\/api\/(?!live)|\.(js|css)$/.test(request.url()) && answers.add(request))
  page.on('requestfinished', (request) => answers.delete(request))
  page.on('requestfailed', (request) => answers.delete(request))
  const between = 'user-privacy-agreement'
  const move = async (path: string): Promise<void> => {
    await page.evaluate(`(() => {
      document.querySelector('header h1')?.setAttribute('data-before', '')
      history.pushState(null, '', '/h5/${path}')
    })()`)
    await expect(page.locator('header h1:not([data-before])')).toHaveText(/\S/)
  }
  await page.goto(`${world.url}/h5/${between}`)
  await expect(page.locator('header h1')).toHaveText(/\S/)
  const seen: Seen[] = []
  for (const one of pages)
    await test.step(one.path, async () => {
      // Two views of one route share their frame; the page between them takes it away.
      if (one.route === seen.at(-1)?.page.route || one.route === between) await move('mine-page')
      await move(one.path)
      await expect(page.locator('main')).toBeVisible()
      await expect(async () => {
        // With the first frame after a press a page shows its bar alone.
        expect(await page.locator('main > *').count()).toBeGreaterThan(0)
        expect(await page.locator('[aria-busy=true], [data-bone]').count()).toBe(0)
        expect(answers.size).toBe(0)
      }).toPass({ intervals: [50] })
      const found = (await page.evaluate(whatIsOffered)) as Omit<Seen, 'names' | 'page'> & { names: string[] }
      seen.push({ ...found, page: one, names: new Set(found.names) })
    })
  return seen
}

const routeOf = (href: string): { route: RouteName; search: Record<string, string> } | null => {
  const { pathname, search } = new URL(href, 'http://app')
  const route = pathname.replace('/h5/', '')
  return route in searches ? { route: route as RouteName, search: parseSearch(search) } : null
}

let site: RightsSite
test.beforeAll(async ({ browser, world }) => {
  site = await furnish(browser, world)
})

test('every route as every account: what is offered is what the permission table gives, and a form that would be refused says so at once', async ({
  browser,
  world,
}) => {
  const offeredTo = new Map<string, Role[]>()
  const wrong: string[] = []
  const { pages } = site
  for (const role of roles)
    await test.step(role, async () => {
      const own = await browser.newContext({ viewport: { width: 375, height: 812 } })
      await inLanguage(own, 'en')
      await signInAs(own, world, role)
      const page = await own.newPage()
      const answer = await page.request.get(`${world.url}/api/session`)
      const { person } = (await answer.json()) as { person: { permissions: string[] } }
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      const seen = await openAll(page, world, pages)
      for (const { page: at, heading, names, links, fields } of seen) {
        const needs = neededFor(at.route, parseSearch(at.path.split('?')[1] ?? ''))
        if (needs.length > 0) {
          const may = shownByPermission(person.permissions, needs)
          const says = heading.includes(t('failure.forbidden'))
          if (may === says) wrong.push(`${role}: ${at.path} ${says ? 'refuses' : 'shows its form'}`)
          if (!may && fields > 0) wrong.push(`${role}: ${at.path} has ${fields} fields`)
        }
        for (const href of links) {
          const to = routeOf(href)
          const toNeeds = to ? neededFor(to.route, to.search) : []
          if (toNeeds.length > 0 && !shownByPermission(person.permissions, toNeeds))
            wrong.push(`${role}: ${at.path} leads to ${href}`)
        }
        for (const { route, name, needs: needed } of offers) {
          if (!names.has(name)) continue
          const key = `${route}: ${name}`
          if (route === at.route) offeredTo.set(key, [...(offeredTo.get(key) ?? []), role])
          if (route === at.route && !needed.some((one) => permits(person.permissions, one)))
            wrong.push(`${role}: ${at.path} offers ${name}`)
        }
      }
      // What a page itself asks for is permitted to whoever may see the page; nobody has no permission at all.
      if (role !== 'nobody') wrong.push(...new Set(refused.map((url) => `${role}: asks for ${url}`)))
      await own.close()
    })
  expect(wrong).toEqual([])
  // An offer that nobody is made any more says nothing of whom it is hidden from.
  const never = offers.map(({ route, name }) => `${route}: ${name}`).filter((one) => !offeredTo.has(one))
  expect(never).toEqual([])
})

/** What may be done by whoever only looks at a station that is not theirs. */
const alsoByLooking: readonly Permission[] = ['om:order:create', 'om:report:create']
/** Pages about one station, or something there. */
const aboutOne: readonly RouteName[] = [
  'station-detail',
  'group-device-list',
  'communication-device-list',
  'connect-device',
  'inverter-detail',
  'optimizer-detail',
  'gateway-detail',
  'shutdown-detail',
  'remote-control',
  'alarm-detail',
  'work-order-detail',
]

/** An administrator, and how one makes something. */
const administratorIn = async (browser: Browser, world: World) => {
  const context = await browser.newContext()
  await signInAs(context, world, 'administrator')
  const send = async (path: string, data: object): Promise<void> => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(`${world.url}/api/${path}`, { data, headers })
    expect([path, answer.status()], await answer.text()).toEqual([path, 201])
  }
  return { context, send }
}

test('an installer of another company looks at a shared station: nothing is offered that changes it, and no form opens', async ({
  browser,
  world,
}) => {
  const { context, send } = await administratorIn(browser, world)
  const { place } = site
  const edit = 'create-or-edit-station' as const
  const pages = [...site.pages, { route: edit, path: `${edit}?stationId=${place.stationId}` }]
  const [companyId, id, account, password] = [
    crypto.randomUUID(),
    crypto.randomUUID(),
    'looks-only',
    'violet-anchor-61-moss',
  ]
  await send('companies', { id: companyId, name: 'Another company' })
  await send('accounts', { id, account, name: 'Looker', password, role: 'installer', companyId })
  await send(`stations/${place.stationId}/shares`, { account, rights: 'view', untilAt: null })
  await context.close()

  const own = await browser.newContext({ viewport: { width: 375, height: 812 } })
  await inLanguage(own, 'en')
  const signedIn = await own.request.post(`${world.url}/api/session`, { data: { account, password } })
  expect(signedIn.status()).toBe(201)
  const seen = await openAll(await own.newPage(), world, pages)
  const wrong: string[] = []
  const refusing = new Set<RouteName>()
  for (const { page: at, heading, names, links, fields } of seen) {
    const search = parseSearch(at.path.split('?')[1] ?? '')
    const changes = (route: RouteName, of: Record<string, string>): boolean =>
      neededFor(route, of).length > 0 && changesStation(route as EditingRoute, of) === place.stationId
    if (changes(at.route, search)) {
      if (heading.includes(t('failure.forbidden')) && fields === 0) refusing.add(at.route)
      else wrong.push(`${at.path} shows its form`)
    }
    for (const href of links) {
      const to = routeOf(href)
      if (to && changes(to.route, to.search)) wrong.push(`${at.path} leads to ${href}`)
    }
    if (aboutOne.includes(at.route))
      for (const { route, name, needs } of offers)
        if (route === at.route && names.has(name) && !needs.some((one) => alsoByLooking.includes(one)))
          wrong.push(`${at.path} offers ${name}`)
  }
  await own.close()
  expect(wrong).toEqual([])
  expect([...refusing].toSorted()).toEqual([
    'add-communication-device',
    'add-generate-power-device',
    'add-group-device',
    'create-or-edit-station',
    'generate-power-device-config',
  ])
})

test('what is for owners alone is shown to an owner and hidden from a maintainer', async ({
  browser,
  world,
}) => {
  const { context, send } = await administratorIn(browser, world)
  const company = { id: crypto.randomUUID(), name: 'Without a station' }
  await send('companies', company)
  for (const role of ['owner', 'maintainer'] as const)
    await test.step(role, async () => {
      const made = { account: `no-station-${role}`, password: 'violet-anchor-61-moss' }
      const companyId = role === 'owner' ? null : company.id
      await send('accounts', { id: crypto.randomUUID(), name: role, role, companyId, ...made })
      const own = await browser.newContext({ viewport: { width: 375, height: 812 } })
      await inLanguage(own, 'en')
      expect((await own.request.post(`${world.url}/api/session`, { data: made })).status()).toBe(201)
      const page = await own.newPage()
      await page.goto(`${world.url}/h5/home`)
      await expect(page.getByRole('heading', { name: t('beginning.emptyTitle') })).toBeVisible()
      await expect(page.getByText(t('beginning.accountName'), { exact: true })).toHaveCount(
        role === 'owner' ? 1 : 0,
      )
      await own.close()
    })
  await context.close()
})
