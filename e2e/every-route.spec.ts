import type { Locator, Page } from '@playwright/test'
import { type Permission, permits, rolePermissions, wildcard } from '#domain/accounts/permissions.ts'
import { type RouteName, searches } from '#web/paths.ts'
import { makeWalk } from './walk-world.ts'
import { around, wordsIn } from './words.ts'
import { expect, type Language, test } from './world.ts'

test.use({ worldName: 'walk', actionTimeout: 30_000 })

/** Who sees a page that not everybody sees. */
const needs: Partial<Record<RouteName, Permission | typeof wildcard>> = {
  'create-or-edit-station': 'station:station:edit',
  'add-communication-device': 'device:device:add',
  'add-generate-power-device': 'device:device:add',
  'generate-power-device-config': 'device:device:edit',
  'add-group-device': 'device:device:edit',
  'new-upgrade-task': 'device:upgrade:create',
  'select-upgrade-device': 'device:upgrade:create',
  'select-compony': wildcard,
  // Others may look at one that a message tells of; no door leads them there.
  'device-upgrade': 'om:alarm:acknowledge',
  'upgrade-gateway-detail': 'om:alarm:acknowledge',
  'upgrade-gateway-level-detail': 'om:alarm:acknowledge',
}

/** One page: what is pressed to come to it, and what it leads to. */
type Leg = {
  route: RouteName
  press: (() => Locator)[]
  next?: Leg[]
  /** Stands there. */
  says?: string
  /** What it is about is marked there. */
  marks?: true
  /** How one leaves it, where that is not the arrow back. */
  leave?: () => Locator
}

const walkers = [
  ['owner', 'en'],
  ['installer', 'zh_CN'],
  ['maintainer', 'en'],
  ['administrator', 'zh_CN'],
] as const

/** The pages of the app as a person comes to them. */
const legsOf = (page: Page, language: Language, stationId: string, name: string): Leg[] => {
  const t = wordsIn(language)
  const main = page.locator('main')
  const link = (route: RouteName, search?: string) => {
    const named = search === undefined ? '' : `[href*="${search}"]`
    return [() => page.locator(`a[href*="/h5/${route}"]${named}`).first()]
  }
  const button = (label: string | RegExp) => [() => page.getByRole('button', { name: label }).first()]
  const view = (label: string) => () => page.getByRole('tab', { name: label })
  const tab = (label: string) => [
    () =>
      page.getByRole('navigation', { name: t('shell.tabs') }).getByRole('link', { name: new RegExp(label) }),
  ]
  /** The roof on the overview is the first link that leads there. */
  const topology: Leg = { route: 'device-topology', press: link('device-topology') }
  const marked: Leg = { ...topology, marks: true }
  const ofString: Leg = { ...marked, press: link('device-topology', 'stringId=') }
  const station: Leg = {
    route: 'station-detail',
    press: link('station-detail', stationId),
    next: [
      {
        route: 'fullscreen-chart',
        press: link('fullscreen-chart'),
        leave: () => page.getByRole('button', { name: t('chart.full.exit') }),
      },
      topology,
      {
        route: 'create-or-edit-station',
        press: button(t('station.edit')),
        next: [{ route: 'select-compony', press: button(new RegExp(t('editing.company'))) }],
      },
      {
        route: 'communication-device-list',
        press: [view(t('station.devices')), ...link('communication-device-list')],
      },
      topology,
      {
        route: 'group-device-list',
        press: link('group-device-list'),
        // Found by the gateway, which knows nothing of its capacity.
        says: t('arrays.list.noCapacity'),
        next: [
          {
            // A string's own page.
            route: 'group-device-list',
            press: link('group-device-list', 'stringId='),
            says: t('strings.layout'),
            next: [
              ofString,
              { route: 'add-group-device', press: link('add-group-device', 'stringId='), next: [ofString] },
            ],
          },
        ],
      },
      { route: 'generate-power-device-config', press: link('generate-power-device-config') },
      { route: 'add-communication-device', press: link('add-communication-device') },
      {
        route: 'gateway-detail',
        press: link('gateway-detail'),
        next: [
          {
            route: 'connect-device',
            press: link('connect-device'),
            next: [{ route: 'add-generate-power-device', press: link('add-generate-power-device') }],
          },
        ],
      },
      {
        route: 'inverter-detail',
        press: link('inverter-detail'),
        next: [
          marked,
          { route: 'optimizer-detail', press: link('optimizer-detail'), next: [marked] },
          {
            route: 'shutdown-detail',
            press: link('shutdown-detail'),
            next: [marked, { route: 'remote-control', press: link('remote-control') }],
          },
        ],
      },
      { route: 'om-detail', press: [view(t('station.orders')), ...link('om-detail')] },
      {
        route: 'add-work-order',
        press: link('add-work-order'),
        next: [{ route: 'select-device', press: button(new RegExp(t('order.add.device'))) }],
      },
    ],
  }
  return [
    {
      route: 'home',
      press: tab(t('shell.home')),
      next: [{ route: 'station-list', press: link('station-list'), next: [station] }],
    },
    {
      route: 'om-page',
      press: tab(t('shell.om')),
      next: [
        { route: 'alarm-detail', press: link('alarm-detail'), next: [marked] },
        {
          route: 'work-order-detail',
          press: [view(t('orders.ordersTab')), ...link('work-order-detail')],
          next: [
            {
              route: 'work-order-flow',
              press: [() => page.locator('a[href*="/h5/work-order-flow"]').first()],
            },
          ],
        },
      ],
    },
    {
      route: 'service-page',
      press: tab(t('shell.service')),
      next: [
        {
          route: 'select-station',
          press: link('select-station', 'device-topology'),
          next: [{ route: 'device-topology', press: [() => main.getByRole('link', { name })] }],
        },
        { route: 'select-deviceSn', press: link('select-deviceSn') },
        {
          route: 'device-upgrade',
          press: link('device-upgrade'),
          next: [
            {
              route: 'upgrade-gateway-detail',
              press: link('upgrade-gateway-detail'),
              next: [{ route: 'upgrade-gateway-level-detail', press: link('upgrade-gateway-level-detail') }],
            },
            {
              route: 'new-upgrade-task',
              press: [() => page.locator('a[href*="/h5/new-upgrade-task"]')],
              next: [
                {
                  route: 'select-upgrade-device',
                  press: [
                    ...button(t('upgrades.create.package')),
                    () => page.getByRole('dialog').getByText(/EMU walk/),
                    ...button(t('upgrades.create.choose')),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      route: 'mine-page',
      press: tab(around(t('shell.mine')).source),
      next: [
        { route: 'user-privacy-agreement', press: link('user-privacy-agreement') },
        { route: 'my-work-order', press: link('my-work-order') },
      ],
    },
  ]
}

let site: Awaited<ReturnType<typeof makeWalk>>
test.beforeAll(async ({ browser, world }) => {
  site = await makeWalk(async () => browser.newContext(), world)
})
test.afterAll(async () => site.line.close())

for (const [role, language] of walkers)
  test(`each page can be come to by presses alone (${role}, ${language})`, async ({ asRole, world }) => {
    // Some fifty pages in a row.
    const page = await asRole(role, language)
    const t = wordsIn(language)
    const mayUse = (route: RouteName): boolean => {
      const wanted = needs[route]
      const held = rolePermissions[role]
      return wanted === undefined || (wanted === wildcard ? held.includes(wildcard) : permits(held, wanted))
    }
    const come = async (route: RouteName): Promise<void> => {
      await expect(page).toHaveURL(new RegExp(`/h5/${route}(\\?|$)`))
      await expect(page.locator('main, [role=slider]').first()).toBeVisible()
      await expect(page.getByRole('heading', { name: t('failure.forbidden') })).toHaveCount(0)
      await expect(page.locator('main [role=alert]')).toHaveCount(0)
    }
    const seen = new Set<RouteName>()
    const walk = async (leg: Leg, from: RouteName | null): Promise<void> => {
      if (!mayUse(leg.route)) return
      await test.step(`${from ?? ''} > ${leg.route}`, async () => {
        for (const press of leg.press) await press().click()
        await come(leg.route)
        seen.add(leg.route)
        if (leg.says) await expect(page.getByText(leg.says, { exact: true })).toBeVisible()
        if (leg.marks) await expect(page.locator('[data-marked]')).toHaveAttribute('data-marked', /^[1-9]/)
        for (const further of leg.next ?? []) await walk(further, leg.route)
        if (from === null) return
        await (leg.leave ?? (() => page.getByRole('button', { name: t('ui.back'), exact: true })))().click()
        await come(from)
      })
    }
    await page.goto(`${world.url}/h5/`)
    for (const leg of legsOf(page, language, site.stationId, site.name)) await walk(leg, null)
    const names = Object.keys(searches) as RouteName[]
    expect(names).toHaveLength(37)
    expect([...seen].sort()).toEqual(names.filter(mayUse).sort())
  })
