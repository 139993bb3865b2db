// An order that is given to the maintainer of a world, what is typed to finish it, and what has arrived of it.
import type { Locator, Page } from '@playwright/test'
import { photoOf } from './pictures.ts'
import { makeStation } from './screens.ts'
import { expect } from './world.ts'
import type { wordsIn } from './words.ts'
import type { World } from './world-process.ts'

/** One picture of each goes into a report. */
export const colours = ['navy', 'teal', 'olive', 'maroon', 'gray', 'purple', 'green', 'silver']

const sign = async (page: Page, canvas: Locator): Promise<void> => {
  // Clear of the button that stays in reach below.
  await canvas.evaluate((one) =>
    (one as unknown as { scrollIntoView: (to: { block: string }) => void }).scrollIntoView({
      block: 'center',
    }),
  )
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nothing to sign on')
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3, { steps: 4 })
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.6, { steps: 4 })
  await page.mouse.up()
}

export type Order = {
  id: string
  version: number
  status: string
  flow: { no: number | null }[]
  report: { images: { id: string }[] } | null
}

/** An order with a picture, given to the maintainer and accepted; `about` is a device with its station. */
export const openOrder = async (
  boss: Page,
  hand: Page,
  world: World,
  name: string,
  about?: { stationId: string; deviceId: string },
): Promise<Order> => {
  const write = async (page: Page, path: string, data: object, version?: number): Promise<Order> => {
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    }
    const answer = await page.request.post(`${world.url}${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { order: Order }).order
  }
  const session = await hand.request.get(`${world.url}/api/session`)
  const { person } = (await session.json()) as { person: { id: string } }
  const subject = about ?? { stationId: (await makeStation(boss, world, name, { letters: 'OF' })).stationId }
  const image = crypto.randomUUID()
  const { buffer, mimeType } = await photoOf('orange')
  const put = await boss.request.put(`${world.url}/api/files/${image}?purpose=order_image&name=orange.jpg`, {
    data: buffer,
    headers: { 'content-type': mimeType },
  })
  expect(put.ok()).toBe(true)
  const made = await write(boss, '/api/orders', {
    type: 'repair',
    ...subject,
    priority: 'high',
    description: name,
    handlerId: person.id,
    plannedStartAt: null,
    plannedEndAt: null,
    plannedMinutes: 60,
    images: [image],
  })
  return write(hand, `/api/orders/${made.id}/actions`, { no: 2 }, made.version)
}

/** All that a report asks for, typed, chosen, photographed and signed. */
export const fillReport = async (
  page: Page,
  sheet: Locator,
  t: ReturnType<typeof wordsIn>,
): Promise<void> => {
  await sheet.getByLabel(t('order.reportText')).fill('Connector cleaned in the cellar')
  for (const group of await sheet.locator('[role=radiogroup]').all())
    await group.locator('label').first().click()
  await sheet
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photoOf('black'))
  await sheet
    .locator(`input[type=file][aria-label="${t('order.otherImages')}"]`)
    .setInputFiles(await Promise.all(colours.map((colour) => photoOf(colour))))
  await sign(page, sheet.getByRole('img', { name: t('photo.signHere') }))
  await expect(sheet.getByRole('button', { name: t('photo.clearSignature') })).toBeVisible()
  for (const colour of colours)
    await expect(sheet.getByRole('img', { name: new RegExp(colour) })).toBeVisible()
}

/** What has arrived of an order that was finished: entries of that step, and files of its report that can be read. */
export const arrived = async (
  page: Page,
  world: World,
  orderId: string,
): Promise<{ steps: number; files: number }> => {
  const { order } = (await (await page.request.get(`${world.url}/api/orders/${orderId}`)).json()) as {
    order: Order
  }
  expect(order.status).toBe('audit')
  const ids = (order.report?.images ?? []).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect((await page.request.get(`${world.url}/api/files/${id}`)).status()).toBe(200)
  return { steps: order.flow.filter(({ no }) => no === 5).length, files: ids.length }
}
