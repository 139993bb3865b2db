// Every screen that shows something of the server: where it is, what it cannot do without, and what it then shows.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connectGateway, newSerial } from './hand-gateway.ts'
import { expect, type Language } from './world.ts'
import type { World } from './world-process.ts'
import { around, wordsIn } from './words.ts'

export type Place = {
  stationId: string
  gateway: string
  inverter: string
  optimizer: string
  shutdown: string
  /** A repair order of the station, to be assigned. */
  order: string
}

export type Screen = {
  path: string
  /** Without the answer to this the screen, or a card of it, has nothing to show. */
  needs: RegExp
  /** Stands there once everything has been answered. */
  shows: string | RegExp
}

const only = (path: string): RegExp => new RegExp(`/api/${path}(\\?|$)`)

export const screensOf = (place: Place, language: Language): Screen[] => {
  const t = wordsIn(language)
  const { stationId } = place
  const station = `station-detail?stationId=${stationId}`
  const edit = `create-or-edit-station?stationId=${stationId}`
  const session = only('session')
  const stations = only(`stations/${stationId}`)
  const energy = only(`stations/${stationId}/energy`)
  const deviceOf = (id: string): RegExp => only(`devices/${id}`)
  const facts = t('device.sheet.title')
  return [
    { path: 'home', needs: only('home'), shows: t('home.energy') },
    {
      path: 'station-list',
      needs: only('stations'),
      shows: t('stations.ofCapacity', { capacity: '' }).trim(),
    },
    { path: station, needs: stations, shows: t('station.figures.title') },
    { path: station, needs: only(`stations/${stationId}/power`), shows: t('station.chart.dayTotal') },
    { path: `${station}&period=month`, needs: energy, shows: t('station.chart.total') },
    { path: `${station}&period=year`, needs: energy, shows: t('station.chart.total') },
    { path: `${station}&period=lifetime`, needs: energy, shows: t('station.chart.total') },
    {
      path: `${station}&tab=devices`,
      needs: only(`stations/${stationId}/devices`),
      shows: t('station.device.string', { no: '1' }),
    },
    { path: `${station}&tab=information`, needs: stations, shows: t('station.info.basics') },
    { path: `inverter-detail?deviceId=${place.inverter}`, needs: deviceOf(place.inverter), shows: facts },
    {
      path: `inverter-detail?deviceId=${place.inverter}`,
      needs: only('(?:devices|places)/[^/]+/curve'),
      shows: facts,
    },
    {
      path: `inverter-detail?deviceId=${place.inverter}&period=month`,
      needs: only('(?:devices|places)/[^/]+/energy'),
      shows: facts,
    },
    { path: `optimizer-detail?deviceId=${place.optimizer}`, needs: deviceOf(place.optimizer), shows: facts },
    { path: `gateway-detail?deviceId=${place.gateway}`, needs: deviceOf(place.gateway), shows: facts },
    { path: `shutdown-detail?deviceId=${place.shutdown}`, needs: deviceOf(place.shutdown), shows: facts },
    {
      path: `remote-control?stationId=${stationId}`,
      needs: only(`stations/${stationId}/devices`),
      shows: t('control.list'),
    },
    {
      path: `remote-control?stationId=${stationId}&view=board`,
      needs: only(`stations/${stationId}/shutdown-board`),
      shows: t('control.board.print'),
    },
    {
      path: `remote-control?stationId=${stationId}&view=ledger`,
      needs: only('commands'),
      shows: t('control.noLedger'),
    },
    { path: 'device-upgrade', needs: only('upgrade-tasks'), shows: t('upgrades.list.none.all') },
    { path: 'device-upgrade?tab=packages', needs: only('packages'), shows: t('upgrades.packages.none') },
    { path: 'select-upgrade-device', needs: only('devices'), shows: t('upgrades.create.noPackage') },
    { path: 'new-upgrade-task', needs: only('packages'), shows: t('upgrades.create.mode') },
    { path: 'om-page', needs: only('troubles'), shows: around(t('om.checked', { age: 'ARGUMENT' })) },
    { path: 'om-page?tab=orders', needs: only('orders'), shows: t('orders.status.dispatching') },
    {
      path: 'my-work-order?list=created',
      needs: only('orders'),
      shows: t('orders.status.dispatching'),
    },
    {
      path: `work-order-detail?orderId=${place.order}`,
      needs: only(`orders/${place.order}`),
      shows: t('order.facts'),
    },
    {
      path: `work-order-flow?orderId=${place.order}`,
      needs: only(`orders/${place.order}/flow`),
      shows: t('order.flow.initiate'),
    },
    { path: `add-work-order?stationId=${stationId}`, needs: session, shows: t('order.add.evidence') },
    { path: `${station}&tab=orders`, needs: only('orders'), shows: t('orders.status.dispatching') },
    { path: 'service-page', needs: only('home'), shows: t('service.total') },
    { path: 'service-page', needs: session, shows: t('service.group.see') },
    { path: 'mine-page', needs: session, shows: t('mine.security') },
    { path: edit, needs: stations, shows: t('editing.step.basics') },
    { path: edit, needs: session, shows: t('editing.step.basics') },
    { path: 'add-communication-device', needs: session, shows: t('adding.sn') },
    {
      path: `add-communication-device?gatewayId=${place.gateway}`,
      needs: deviceOf(place.gateway),
      shows: t('adding.arrival.step.connect'),
    },
  ]
}

/** Something new, made by whoever is signed in; fails where it is not. */
export const write = async (page: Page, world: World, path: string, data: object): Promise<unknown> => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answer = await page.request.post(`${world.url}${path}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

type Station = { name: string; stationId: string; gateway: string; sn: string; secret: string }

const hourIn = (zone: string): number => Temporal.Now.zonedDateTimeISO(zone).hour

/** A zone in which it will be the same day for hours: a page that is taken ahead in time stays within its day. */
export const zoneOfLongDay = (): string => {
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland']
  return zones.find((zone) => hourIn(zone) > 0 && hourIn(zone) < 19) ?? 'Asia/Shanghai'
}

/** Where so much of the day's light has passed that a figure of the day rests on it. */
export const placeInAfternoon = (): { timeZone: string; longitude: number; east: boolean } => {
  const places = [
    { timeZone: 'Asia/Shanghai', longitude: 121.1, east: true },
    { timeZone: 'Europe/Berlin', longitude: 13.4, east: true },
    { timeZone: 'America/New_York', longitude: 74, east: false },
    { timeZone: 'Pacific/Honolulu', longitude: 157.8, east: false },
  ]
  const found = places.find(({ timeZone }) => hourIn(timeZone) >= 12 && hourIn(timeZone) < 23)
  if (!found) throw new Error('it is morning everywhere')
  return found
}

/** A station with a gateway that has never connected, made by whoever is signed in. */
export const makeStation = async (
  page: Page,
  world: World,
  name: string,
  /** Fields of the station that matter, and the letters its gateway's serial begins with. */
  {
    letters = 'HG',
    ...fields
  }: {
    letters?: string
    companyId?: string
    ownerAccountId?: string
    ownerName?: string
    address?: string
    timeZone?: string
    longitude?: number
    east?: boolean
  } = {},
): Promise<Station> => {
  const session = await page.request.get(`${world.url}/api/session`)
  const { person } = (await session.json()) as { person: { company: { id: string } | null } }
  const stationId = crypto.randomUUID()
  await write(page, world, '/api/stations', {
    id: stationId,
    companyId: person.company?.id,
    name,
    ownerName: '',
    type: 'residential',
    timeZone: 'Asia/Shanghai',
    latitude: 31.1,
    north: true,
    longitude: 121.1,
    east: true,
    country: 'CN',
    region: '',
    address: '',
    reportMin: 5,
    gridConnectedOn: null,
    capacity: 5.4,
    capacityUnit: 'kW',
    tiltDeg: null,
    azimuthDeg: null,
    phoneCountry: null,
    phone: '',
    tariff: null,
    co2: null,
    ...fields,
  })
  const sn = newSerial(letters)
  const gateway = crypto.randomUUID()
  const made = await write(page, world, `/api/stations/${stationId}/gateways`, {
    id: gateway,
    sn,
    name: '',
    model: '',
  })
  const { credentials } = made as { credentials: { secret: string } }
  return { name, stationId, gateway, sn, secret: credentials.secret }
}

/** Its gateway connects with one device of each kind behind it. */
export const connectStation = async (
  page: Page,
  world: World,
  { stationId, gateway, sn, secret }: Station,
) => {
  const line = await connectGateway(world, sn, secret, { all: true })
  type Device = { id: string; kind: 'gateway' | 'inverter' | 'optimizer' | 'shutdown' }
  let devices: Device[] = []
  await expect(async () => {
    const answer = await page.request.get(`${world.url}/api/stations/${stationId}/devices`)
    devices = ((await answer.json()) as { devices: Device[] }).devices
    expect(devices).toHaveLength(4)
  }).toPass()
  const made = await write(page, world, '/api/orders', {
    type: 'repair',
    stationId,
    priority: 'middle',
    description: '',
    plannedStartAt: null,
    plannedEndAt: null,
    plannedMinutes: 120,
  })
  const idOf = (kind: Device['kind']): string => devices.find((one) => one.kind === kind)?.id ?? ''
  const place: Place = {
    stationId,
    gateway,
    inverter: idOf('inverter'),
    optimizer: idOf('optimizer'),
    shutdown: idOf('shutdown'),
    order: (made as { order: { id: string } }).order.id,
  }
  return { line, place }
}

const pictures = process.env['E2E_PICTURES']
/** To be looked at by a person, when asked for. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined)
    await page.screenshot({
      path: join(pictures, `${name.replaceAll(/[^\w-]+/g, '_').slice(0, 90)}.png`),
      fullPage: true,
    })
}
/** An address as part of a file's name. */
export const nameOf = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[-0-9a-f]+/g, '')

/** Nothing that a page, or a sheet over it, shows is still on its way. */
export const settled = async (page: Page, patienceMs?: number): Promise<void> => {
  const patience = patienceMs === undefined ? {} : { timeout: patienceMs }
  await expect(page.getByRole('main')).toBeVisible(patience)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, patience)
  await expect(page.locator('[data-bone]').filter({ visible: true })).toHaveCount(0, patience)
}
