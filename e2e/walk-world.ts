// A station of which a person can see everything that there are pages for.
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { gatewayVendor } from '#simulator/firmware-devices.ts'
import { buildPackage } from '../scripts/package/build-package.ts'
import { behind } from './hand-gateway.ts'
import { connectStation, makeStation } from './screens.ts'
import { expect, signInAs } from './world.ts'
import type { World } from './world-process.ts'

const KB = 1024

/** A call that changes something, by whoever is signed in on the page. */
export const send = async (
  page: Page,
  method: 'POST' | 'PUT',
  url: string,
  data: object,
  version?: number,
): Promise<unknown> => {
  const headers = {
    'idempotency-key': randomUUID(),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...(data instanceof Buffer && { 'content-type': 'application/octet-stream' }),
  }
  const answer = await page.request.fetch(url, { method, headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

const ownerIn = async (page: Page, world: World): Promise<string> => {
  const answer = await page.request.get(`${world.url}/api/accounts?limit=100`)
  const { accounts } = (await answer.json()) as { accounts: { id: string; account: string }[] }
  return accounts.find(({ account }) => account === 'owner')?.id ?? ''
}

/** Firmware for a gateway, which waits for a second person. */
export const upload = async (page: Page, world: World): Promise<string> => {
  const packageId = randomUUID()
  const image = { component: 'gateway' as const, vendor: gatewayVendor, model: 'EMU-2', version: '2.2.0' }
  const data = await buildPackage(
    {
      name: 'EMU walk',
      version: '2.2.0',
      vendor: gatewayVendor,
      images: [{ ...image, seq: 20, expires: Date.now() + 86_400_000, data: randomBytes(20 * KB) }],
    },
    {
      id: world.firmware.id,
      privateKey: createPrivateKey({ key: world.firmware.privateKey, format: 'jwk' }),
    },
  )
  await send(page, 'PUT', `${world.url}/api/packages/${packageId}`, data)
  return packageId
}

/** Firmware for a gateway, approved by a second person, and a task that sends it there. */
export const upgrade = async (first: Page, second: Page, world: World, gatewayId: string): Promise<void> => {
  const packageId = await upload(first, world)
  await send(second, 'POST', `${world.url}/api/packages/${packageId}/approve`, {})
  const task = { packageId, gatewayIds: [gatewayId], mode: 'normal', stopAtFailure: true }
  await send(first, 'POST', `${world.url}/api/upgrades`, task)
}

/** The owner's station with a gateway, a device of each kind, an alarm, an order and an upgrade. */
export const makeWalk = async (contextOf: () => Promise<BrowserContext>, world: World) => {
  const [context, other] = [await contextOf(), await contextOf()]
  const [page, second] = [await context.newPage(), await other.newPage()]
  await signInAs(context, world, 'administrator')
  const name = 'Walk-through'
  const site = await makeStation(page, world, name, { ownerAccountId: await ownerIn(page, world) })
  const { line } = await connectStation(page, world, site)
  await line.report()
  await line.raise(behind(site.sn).optimizer, '2062', '1')

  const session = await other.request.post(`${world.url}/api/session`, { data: world.approver })
  expect(session.status()).toBe(201)
  await upgrade(page, second, world, site.gateway)
  await expect(async () => {
    const answer = await page.request.get(`${world.url}/api/alarms?stationId=${site.stationId}`)
    expect(((await answer.json()) as { alarms: unknown[] }).alarms).toHaveLength(1)
  }).toPass()
  await context.close()
  await other.close()
  return { ...site, line }
}
