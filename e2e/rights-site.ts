// What every account may look at in the test of rights: a station with whatever somebody may do something to.
import type { Browser, Page } from '@playwright/test'
import { tailOf } from '#domain/commands/control-limits.ts'
import { checklists } from '#domain/work-orders/checklists.ts'
import { searches } from '#web/paths.ts'
import { behind } from './hand-gateway.ts'
import { photoOf } from './pictures.ts'
import { everyPage, type PageToSee } from './quality/every-page.ts'
import { connectStation, makeStation, type Place } from './screens.ts'
import { send, upgrade, upload } from './walk-world.ts'
import { expect, type Role, signInAs } from './world.ts'
import type { World } from './world-process.ts'

/** The session of an account, on a page that shows nothing. */
const pageOf = async (browser: Browser, world: World, role: Role | 'approver'): Promise<Page> => {
  const context = await browser.newContext()
  if (role !== 'approver') await signInAs(context, world, role)
  else
    expect((await context.request.post(`${world.url}/api/session`, { data: world.approver })).status()).toBe(
      201,
    )
  return context.newPage()
}

const read = async <T>(page: Page, url: string): Promise<T> =>
  (await (await page.request.get(url)).json()) as T
const idOf = async (page: Page, world: World): Promise<string> =>
  (await read<{ person: { id: string } }>(page, `${world.url}/api/session`)).person.id

/** The report of a repair with all that is asked for. */
const reportOf = async (page: Page, world: World) => {
  const checklist = []
  for (const { key, ...item } of checklists.repair.filter(({ required }) => required)) {
    const fileId = item.kind === 'choice' ? null : crypto.randomUUID()
    if (fileId) {
      const { buffer, mimeType } = await photoOf('gray')
      const url = `${world.url}/api/files/${fileId}?purpose=order_image&name=gray.jpg`
      const put = await page.request.put(url, { data: buffer, headers: { 'content-type': mimeType } })
      expect(put.ok(), await put.text()).toBe(true)
    }
    checklist.push({ key, value: item.kind === 'choice' ? item.choices[0]?.key : null, fileId })
  }
  return { no: 5, report: 'Mended', checklist }
}

/** Orders of a station in the hand of the maintainer: to be accepted, to be started, in progress, to be reviewed. */
const ordersInHand = async (boss: Page, hand: Page, world: World, stationId: string): Promise<string[]> => {
  const handlerId = await idOf(hand, world)
  const steps = [{ no: 2 }, { no: 4 }, await reportOf(hand, world)]
  const ids: string[] = []
  for (const taken of [0, 1, 2, 3]) {
    const plan = { plannedStartAt: null, plannedEndAt: null, plannedMinutes: 60 }
    const fields = { type: 'repair', stationId, priority: 'middle', description: '', handlerId, ...plan }
    type Answer = { order: { id: string; version: number } }
    let { order } = (await send(boss, 'POST', `${world.url}/api/orders`, fields)) as Answer
    ids.push(order.id)
    for (const step of steps.slice(0, taken)) {
      const url = `${world.url}/api/orders/${order.id}/actions`
      ;({ order } = (await send(hand, 'POST', url, step, order.version)) as Answer)
    }
  }
  return ids
}

/** So much power is restarted at the largest station of the world that somebody else has to say yes. */
const controlThatWaits = async (page: Page, world: World): Promise<string> => {
  type Named = { id: string }
  const { stations } = await read<{ stations: Named[] }>(page, `${world.url}/api/stations?limit=100`)
  for (const { id } of stations) {
    const url = `${world.url}/api/stations/${id}`
    const { devices } = await read<{ devices: Named[] }>(page, `${url}/devices?kind=inverter`)
    const asked = { act: { op: 'restart' }, deviceIds: devices.map((one) => one.id) }
    type Preview = { confirm: { sn: string } | null; second: boolean }
    const { confirm, second } = (await send(page, 'POST', `${url}/control/preview`, asked)) as Preview
    if (!second || !confirm) continue
    await send(page, 'POST', `${url}/control`, { ...asked, tail: tailOf(confirm.sn) })
    return id
  }
  throw new Error('no station is large enough')
}

export type RightsSite = { place: Place; pages: PageToSee[] }

/**
 * A station of the owner with a device of each kind, an alarm, an order in each state, an upgrade on its way, a package
 * and an act that wait for a second person; and every page there is, aimed at it where an address names one of its things.
 */
export const furnish = async (browser: Browser, world: World): Promise<RightsSite> => {
  const page = await pageOf(browser, world, 'administrator')
  const [owner, hand, second] = [
    await pageOf(browser, world, 'owner'),
    await pageOf(browser, world, 'maintainer'),
    await pageOf(browser, world, 'approver'),
  ]
  const made = await makeStation(page, world, 'Rights', { ownerAccountId: await idOf(owner, world) })
  const { line, place } = await connectStation(page, world, made)
  await line.report()
  await line.raise(behind(made.sn).optimizer, '3011', '1')
  type Alarms = { alarms: { id: string }[] }
  let alarms: Alarms['alarms'] = []
  await expect(async () => {
    ;({ alarms } = await read<Alarms>(page, `${world.url}/api/alarms?stationId=${place.stationId}`))
    expect(alarms).toHaveLength(1)
  }).toPass()
  await upgrade(page, second, world, place.gateway)
  const orders = await ordersInHand(page, hand, world, place.stationId)
  const packageId = await upload(second, world)
  const waitsAt = await controlThatWaits(second, world)
  await line.close()

  const kinds = ['inverter', 'optimizer', 'gateway', 'shutdown'] as const
  const all = await everyPage(page, world.url)
  const names = new Set(all.map(({ route }) => route))
  expect(names.size).toBe(Object.keys(searches).length)
  const pages = all.map(({ route, path }): PageToSee => {
    const [, query = ''] = path.split('?')
    const search = new URLSearchParams(query)
    const kind = kinds.find((one) => route === `${one}-detail`)
    if (search.has('stationId')) search.set('stationId', place.stationId)
    if (search.has('gatewayId')) search.set('gatewayId', place.gateway)
    if (search.has('orderId')) search.set('orderId', place.order)
    if (search.has('alarmId')) search.set('alarmId', alarms[0]?.id ?? '')
    if (kind) search.set('deviceId', place[kind])
    // Without its gateway it is the form, with it what became of it.
    if (route === 'add-communication-device') search.delete('gatewayId')
    if (search.get('tab') === 'packages') search.set('packageId', packageId)
    return { route, path: search.size === 0 ? route : `${route}?${search.toString()}` }
  })
  for (const one of [page, owner, hand, second]) await one.context().close()
  return {
    place,
    pages: [
      ...pages,
      ...orders.map((id) => ({
        route: 'work-order-detail' as const,
        path: `work-order-detail?orderId=${id}`,
      })),
      { route: 'remote-control', path: `remote-control?stationId=${waitsAt}` },
    ],
  }
}
