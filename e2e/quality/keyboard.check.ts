// The main ways through the app with no hand on the screen.
import type { Locator, Page } from '@playwright/test'
import { tailOf } from '#domain/commands/control-limits.ts'
import { behind, connectGateway, newSerial } from '../hand-gateway.ts'
import { photoOf } from '../pictures.ts'
import { connectStation, makeStation } from '../screens.ts'
import { around, wordsIn } from '../words.ts'
import { expect, inLanguage, signInAs, test } from '../world.ts'
import type { World } from '../world-process.ts'
import { choose, holdsFocus, leaveAndReturn, press, tabTo, tick, type } from './keys.ts'

const t = wordsIn('en')
const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
/** What stands at the head of an order's page. */
const stands = async (page: Page, status: string): Promise<void> =>
  expect(page.getByText(status, { exact: true }).first()).toBeVisible()

test('signing in with keys alone', async ({ page, context, world }) => {
  await inLanguage(context, 'en')
  await page.goto(`${world.url}/h5/station-list`)
  const installer = world.accounts.find(({ role }) => role === 'installer')
  await type(page, page.getByLabel(t('accounts.account')), installer?.account ?? '')
  await type(page, page.getByLabel(t('accounts.password'), { exact: true }), installer?.password ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Landshut-Scheunendach')).toBeVisible()
  await press(page, page.getByRole('link', { name: /Landshut-Scheunendach/ }))
  await expect(page).toHaveURL(/station-detail/)
})

test('a station and its gateway are added with keys alone', async ({ asRole, world }) => {
  const page = await asRole('installer', 'en')
  await page.goto(`${world.url}/h5/create-or-edit-station`)
  const name = `Keys-${newSerial('K')}`
  await type(page, page.getByRole('textbox', { name: t('editing.name') }), name)
  const kind = button(page, around(t('editing.type')))
  await press(page, kind)
  const sheet = page.getByRole('dialog')
  await leaveAndReturn(page, kind, sheet)
  const commercial = sheet.getByRole('radio', { name: t('stations.type.commercial') })
  await choose(page, sheet.getByRole('radiogroup'), commercial)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(kind).toContainText(t('stations.type.commercial'))
  expect(await holdsFocus(kind)).toBe(true)
  await press(page, button(page, t('editing.next')))
  await type(page, page.getByRole('textbox', { name: t('editing.latitude') }), '48.544200')
  await type(page, page.getByRole('textbox', { name: t('editing.longitude') }), '12.146900')
  await expect(page.getByRole('button', { name: /Europe\/Berlin/ })).toBeVisible()
  await press(page, button(page, t('editing.next')))
  await type(page, page.getByRole('textbox', { name: t('editing.capacity') }), '12.5')
  await press(page, button(page, t('editing.next')))
  await press(page, button(page, t('editing.create')))
  await expect(page.getByRole('heading', { name: t('editing.created') })).toBeVisible()

  await press(page, page.getByRole('link', { name: t('editing.addGateway') }))
  const sn = newSerial('KG')
  await type(page, page.getByRole('textbox', { name: t('adding.sn') }), sn)
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

/** The report of an order, with a photo that the browser's own chooser gives, and a signature. */
const report = async (page: Page): Promise<void> => {
  await press(page, button(page, t('order.act.complete')))
  const sheet = page.getByRole('dialog', { name: t('order.act.complete') })
  await type(page, sheet.getByLabel(t('order.reportText')), 'Connector cleaned')
  for (const group of await sheet.getByRole('radiogroup').all()) await tick(page, group)
  const photo = sheet.getByRole('button', { name: t('photo.addPicture') }).first()
  await tabTo(page, photo)
  const asked = page.waitForEvent('filechooser')
  // What a page answers comes after it has heard that its chooser is waited for; a key is faster.
  await page.evaluate('0')
  await page.keyboard.press('Enter')
  const { buffer } = await photoOf('navy', [400, 300])
  await (await asked).setFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer })
  await expect(sheet.getByRole('img', { name: /after/ })).toBeVisible()
  await press(page, button(sheet, t('photo.signByName')))
  await expect(button(sheet, t('photo.clearSignature'))).toBeVisible()
  // How much of the report is filled in stays; what is sent has one of its own until it has arrived.
  await expect(sheet.locator('progress')).toHaveCount(1)
  await press(page, button(sheet, t('order.submit')))
  await expect(sheet).toBeHidden()
}

test('an alarm becomes an order that is dispatched, done and reviewed with keys alone', async ({
  asRole,
  world,
}) => {
  const page = await asRole('installer', 'en')
  const session = await page.request.get(`${world.url}/api/session`)
  const me = ((await session.json()) as { person: { name: string } }).person.name
  const made = await makeStation(page, world, `Keys-${newSerial('S')}`)
  const { line } = await connectStation(page, world, made)
  await line.report()
  const { optimizer } = behind(made.sn)
  await line.raise(optimizer, '2081', '1')
  await page.goto(`${world.url}/h5/om-page?search=${optimizer}`)
  const list = page.getByRole('list', { name: t('alarms.title') })
  await expect(list.getByRole('link')).toHaveCount(1)
  await press(page, button(page, t('alarms.select')))
  await tick(page, list.getByRole('checkbox'))
  await press(page, button(page, t('alarms.makeOrder')))
  await type(page, page.getByLabel(t('order.add.description')), 'Check the connector')
  await press(page, button(page, t('order.add.submit')))
  await stands(page, t('orders.status.dispatching'))

  const sheet = page.getByRole('dialog')
  const dispatch = button(page, t('order.act.dispatch'))
  await press(page, dispatch)
  await leaveAndReturn(page, dispatch, sheet)
  await choose(page, sheet.getByRole('radiogroup'), sheet.getByRole('radio', { name: me }).first())
  await press(page, button(sheet, t('order.act.dispatch')))
  await stands(page, t('orders.status.receiving'))
  await press(page, button(page, t('order.act.accept')))
  await stands(page, t('orders.status.pending'))
  await press(page, button(page, t('order.act.start')))
  await stands(page, t('orders.status.in_progress'))
  await report(page)
  await stands(page, t('orders.status.audit'))
  const passed = button(page, t('order.act.review_passed'))
  await press(page, passed)
  await leaveAndReturn(page, passed, sheet)
  await press(page, button(sheet, t('order.act.review_passed')))
  await stands(page, t('orders.status.completed'))
  await line.close()
})

test('a gateway is controlled with keys alone', async ({ asRole, world }) => {
  const page = await asRole('installer', 'en')
  const made = await makeStation(page, world, `Keys-${newSerial('C')}`)
  const { line } = await connectStation(page, world, made)
  await line.report()
  await page.goto(`${world.url}/h5/remote-control?stationId=${made.stationId}`)
  const gateways = page.getByRole('radio', { name: t('kinds.gateway.many') })
  await choose(page, page.getByRole('radiogroup').filter({ has: gateways }), gateways)
  await tick(page, page.getByRole('checkbox').first())
  const off = button(page, t('control.off'))
  const sheet = page.getByRole('dialog')
  await press(page, off)
  await leaveAndReturn(page, off, sheet)
  await type(page, sheet.getByLabel(t('control.confirmLabel', { count: '4' })), tailOf(made.sn))
  await press(page, button(sheet, t('control.op.switch_off')))
  await expect(page.getByText(t('control.hint')).first()).toBeVisible()
  await line.close()
})

test('an upgrade is chosen and begun with keys alone', async ({ context, page }) => {
  // Packages and gateways that they fit are in the demonstration.
  const demo = JSON.parse(process.env['QUALITY_WORLD'] ?? '{}') as World
  await inLanguage(context, 'en')
  await signInAs(context, demo, 'administrator')
  await page.goto(`${demo.url}/h5/device-upgrade`)
  await press(page, page.getByRole('link', { name: t('upgrades.new') }))
  const field = page.getByRole('button', { name: t('upgrades.create.package') })
  await press(page, field)
  const sheet = page.getByRole('dialog')
  await leaveAndReturn(page, field, sheet)
  await choose(page, sheet.getByRole('radiogroup'), sheet.getByRole('radio', { name: /Gateway EMU-2/ }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await press(page, button(page, t('upgrades.create.choose')))
  const free = page.getByRole('checkbox', { disabled: false, checked: false }).first()
  await expect(free).toBeVisible()
  await tick(page, free)
  await press(page, button(page, t('pickers.take')))
  await expect(page.getByText(around(t('upgrades.create.estimateNote', { bytes: 'ARGUMENT' })))).toBeVisible()
  await press(page, page.locator('footer').getByRole('button'))
  await press(page, button(page.getByRole('alertdialog'), t('upgrades.create.confirm')))
  await expect(page).toHaveURL(/upgrade-gateway-detail/)
})
