import type { Browser, Locator, Page } from '@playwright/test'
import { becomeCustomer, firstAdministrator } from '../tests/acceptance/customer.ts'
import { write } from './array-site.ts'
import { expect, inLanguage, type Language, type Theme } from './world.ts'
import type { World } from './world-process.ts'

const createStation = async (page: Page, world: World): Promise<string> => {
  const session = await page.request.get(`${world.url}/api/session`)
  const { person } = (await session.json()) as { person: { company: { id: string } } }
  const id = crypto.randomUUID()
  await write(page, world, '/api/stations', {
    id,
    companyId: person.company.id,
    name: 'Kona',
    ownerName: '',
    type: 'residential',
    timeZone: 'Pacific/Honolulu',
    latitude: 19.6,
    north: true,
    longitude: 155.9,
    east: false,
    country: 'US',
    region: '',
    address: '',
    reportMin: 5,
    gridConnectedOn: null,
    capacity: 8,
    capacityUnit: 'kW',
    tiltDeg: null,
    azimuthDeg: null,
    phoneCountry: null,
    phone: '',
    tariff: null,
    co2: null,
  })
  return id
}

/** A person who has just set up a server and made a station. */
export const customer = async (
  browser: Browser,
  world: World,
  look: { language: Language; theme: Theme },
) => {
  await becomeCustomer(() => world.url, world.setupCode ?? '')
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
  await inLanguage(context, look.language, { theme: look.theme, url: world.url })
  const signedIn = await context.request.post(`${world.url}/api/session`, { data: firstAdministrator })
  expect(signedIn.status()).toBe(201)
  const page = await context.newPage()
  const stationId = await createStation(page, world)
  await page.goto(`${world.url}/h5/communication-device-list?stationId=${stationId}`)
  let presses = 0
  let firstAt = 0
  const press = async (target: Locator): Promise<void> => {
    if (presses === 0) firstAt = performance.now()
    await target.first().click()
    presses += 1
  }
  /** What it took since the first press: told, not judged. */
  const seconds = (): string => ((performance.now() - firstAt) / 1_000).toFixed(1)
  return { context, page, press, presses: () => presses, seconds }
}
