// The main ways through the app with no hand on the screen: Tab, arrows, Enter, Space and Escape alone.
import type { Locator, Page } from '@playwright/test'
import { tailOf } from '#domain/commands/control-limits.ts'
import { connectStation, makeStation } from '../screens.ts'
import { connectGateway, newSerial } from '../hand-gateway.ts'
import { around, wordsIn } from '../words.ts'
import { expect, test } from '../world.ts'

const t = wordsIn('en')

/** No page has more places to stop at before what is looked for. */
const stops = 160

const focusIn = '(element) => element === document.activeElement || element.contains(document.activeElement)'
const holdsFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 && target.first().evaluate<boolean, null>(focusIn, null)

/** Goes on with Tab until it is there. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target.first()).toBeAttached()
  for (let left = stops; left > 0; left -= 1) {
    if (await holdsFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${String(target)}`)
}
const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
/** In a group of radios: the arrows lead to it, Enter takes it. */
const choose = async (page: Page, group: Locator, name: string | RegExp): Promise<void> => {
  await tabTo(page, group)
  const wanted = group.getByRole('radio', { name })
  for (let left = stops; left > 0 && !(await holdsFocus(wanted)); left -= 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('a station and its gateway are added with keys alone', async ({ asRole, world }) => {
  test.setTimeout(120_000)
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  const name = `Keys-${newSerial('K')}`
  await type(page, page.getByRole('textbox', { name: t('editing.name') }), name)
  const kind = button(page, around(t('editing.type')))
  await press(page, kind)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  // Escape closes a sheet, and the focus is where it was.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(await holdsFocus(kind)).toBe(true)
  await page.keyboard.press('Enter')
  await choose(page, sheet.getByRole('radiogroup'), t('stations.type.commercial'))
  await expect(sheet).toBeHidden()
  await expect(kind).toContainText(t('stations.type.commercial'))
  expect(await holdsFocus(kind)).toBe(true)
  await press(page, button(page, t('editing.next')))
  await type(page, page.getByRole('textbox', { name: t('editing.latitude') }), '33.868820')
  await type(page, page.getByRole('textbox', { name: t('editing.longitude') }), '151.209295')
  await expect(page.getByRole('button', { name: /[A-Z]\w+\/\w+/ })).toBeVisible()
  await press(page, button(page, t('editing.next')))
  await type(page, page.getByRole('textbox', { name: t('editing.capacity') }), '12.5')
  await press(page, button(page, t('editing.next')))
  await press(page, button(page, t('editing.create')))
  await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()

  await press(page, page.getByRole('link', { name: t('editing.addGateway') }))
  const sn = newSerial('KG')
  await type(page, page.getByRole('textbox', { name: t('adding.sn') }), sn)
  const way = page.getByRole('radio', { name: t('adding.wayNew') })
  await tabTo(page, page.getByRole('radiogroup').filter({ has: way }))
  for (let left = 4; left > 0 && !(await way.isChecked()); left -= 1) await page.keyboard.press('ArrowRight')
  await press(page, button(page, t('adding.add')))
  await expect(page.getByText(t('adding.login.onceTitle'))).toBeVisible()
  const secret = page.getByText(t('adding.login.secret'), { exact: true }).locator('..').getByRole('button')
  const shown = (await secret.innerText()).trim()
  await press(page, button(page, t('adding.login.entered')))
  const gateway = await connectGateway(world, sn, shown)
  await gateway.report()
  await expect(page.getByRole('heading', { name: t('adding.arrived', { name: sn }) })).toBeVisible()
  await gateway.close()
})

test('an order is dispatched and a gateway controlled with keys alone', async ({ asRole, world }) => {
  test.setTimeout(120_000)
  const page = await asRole('installer', 'en')
  const made = await makeStation(page, world, `Keys-${newSerial('S')}`)
  const { line, place } = await connectStation(page, world, made)
  await line.report()
  await page.goto(`${world.url}/h5/work-order-detail?orderId=${place.order}`)
  const dispatch = button(page, t('order.act.dispatch'))
  await press(page, dispatch)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect.poll(() => holdsFocus(dispatch)).toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, sheet.getByRole('radiogroup'))
  await page.keyboard.press('Space')
  await press(page, sheet.getByRole('button', { name: t('order.act.dispatch'), exact: true }))
  await expect(sheet).toBeHidden()
  await expect(page.getByText(t('orders.status.receiving')).first()).toBeVisible()

  await page.goto(`${world.url}/h5/remote-control?stationId=${made.stationId}`)
  const kinds = page.getByRole('radiogroup').filter({ hasText: t('control.kinds.gateway') })
  const gateways = page.getByRole('radio', { name: t('control.kinds.gateway') })
  await tabTo(page, kinds)
  for (let left = 6; left > 0 && !(await gateways.isChecked()); left -= 1)
    await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await press(page, button(page, t('control.op.switch_off')))
  await type(page, sheet.getByLabel(t('control.confirmLabel', { count: '4' })), tailOf(made.sn))
  await press(page, sheet.getByRole('button', { name: t('control.op.switch_off') }))
  await expect(page.getByText(t('control.hint')).first()).toBeVisible()
  await line.close()
})
