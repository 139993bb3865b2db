// What a route shows beyond its first sight: the states that `npm run screens` also takes pictures of.
import type { Page } from 'playwright'
import type { RouteName } from '#web/paths.ts'
import { around, type wordsIn } from '../e2e/words.ts'

export type ShotIds = Record<
  | 'station'
  | 'inverter'
  | 'optimizer'
  | 'gateway'
  | 'shutdown'
  | 'weather'
  | 'shutdownStation'
  | 'string'
  | 'alarm'
  | 'order'
  | 'task'
  | 'taskLevel',
  string
>
type Words = ReturnType<typeof wordsIn>
export type ScreenState = {
  name: string
  search?: (ids: ShotIds) => Record<string, string>
  act?: (page: Page, t: Words) => Promise<void>
}

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const choose = async (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().click()
const position = (no: string, t: Words): string => `${t('arrays.position', { no })}: `

const opening =
  (name: (t: Words) => string | RegExp): NonNullable<ScreenState['act']> =>
  async (page, t) =>
    press(page, name(t))

export const statesOf: Partial<Record<RouteName, readonly ScreenState[]>> = {
  'create-or-edit-station': [
    {
      name: 'wrong',
      act: async (page, t) => {
        await page.getByRole('textbox', { name: t('editing.name') }).fill('屋顶 *3')
        await press(page, t('editing.next'))
      },
    },
    { name: 'place', act: async (page, t) => press(page, t('editing.step.place')) },
    { name: 'power', act: async (page, t) => press(page, t('editing.step.power')) },
    { name: 'worth', act: async (page, t) => press(page, t('editing.step.worth')) },
    { name: 'edit', search: ({ station }) => ({ stationId: station }) },
    {
      name: 'edit place',
      search: ({ station }) => ({ stationId: station }),
      act: async (page, t) => press(page, t('editing.step.place')),
    },
    {
      name: 'delete',
      search: ({ station }) => ({ stationId: station }),
      act: opening((t) => t('leaving.open')),
    },
  ],
  'generate-power-device-config': [
    {
      name: 'in hand',
      act: async (page, t) =>
        page
          .getByRole('button', { name: position('3', t) })
          .first()
          .click(),
    },
    { name: 'roof', act: async (page, t) => choose(page, t('arrays.layout')) },
    {
      name: 'roof chosen',
      act: async (page, t) => {
        await choose(page, t('arrays.layout'))
        await page.getByRole('application').focus()
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
      },
    },
    {
      name: 'area',
      act: async (page, t) => {
        await choose(page, t('arrays.layout'))
        await press(page, t('arrays.area.edit'))
      },
    },
  ],
  'group-device-list': [
    { name: 'string', search: ({ station, string }) => ({ stationId: station, stringId: string }) },
    { name: 'select', act: async (page, t) => press(page, t('arrays.list.select')) },
    {
      name: 'delete',
      act: async (page, t) => {
        await press(page, t('arrays.list.select'))
        await page.getByRole('checkbox').first().check({ force: true })
        await press(page, t('arrays.list.deleteCount', { count: '1' }))
      },
    },
  ],
  'add-group-device': [
    { name: 'edit', search: ({ station, string }) => ({ stationId: station, stringId: string }) },
    {
      name: 'wrong',
      act: async (page, t) => {
        await page.getByRole('textbox', { name: t('arrays.form.capacity') }).fill('0')
        await press(page, t('arrays.form.save'))
      },
    },
  ],
  'device-topology': [
    { name: 'tree', search: ({ station }) => ({ stationId: station, view: 'tree' }) },
    {
      name: 'noon before',
      search: ({ station }) => ({
        stationId: station,
        at: String(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 13 * 3_600_000),
      }),
    },
    {
      name: 'voltage, module',
      search: ({ station }) => ({ stationId: station, metric: 'voltage' }),
      act: async (page) => {
        const canvas = page.locator('canvas')
        const box = await canvas.boundingBox()
        if (box) await canvas.click({ position: { x: box.width / 2, y: box.height * 0.45 } })
      },
    },
  ],
  'communication-device-list': [
    {
      name: 'delete',
      act: async (page, t) => {
        await page.getByRole('checkbox').first().check({ force: true })
        await press(page, t('commissioning.delete'))
      },
    },
  ],
  'add-generate-power-device': [
    {
      name: 'tray',
      act: async (page, t) => {
        await choose(page, t('kinds.optimizer.short'))
        const line = page.getByRole('textbox', { name: t('addDevices.typeLabel') })
        for (const sn of ['OP2408A00017', 'OP2408A00018', 'OP2408A00019']) {
          await line.fill(sn)
          await line.press('Enter')
        }
        await press(page, t('addDevices.list'))
        const sheet = page.getByRole('dialog', { name: t('addDevices.listTitleSheet') })
        await sheet.getByRole('textbox').fill('123456\nOP2408A00020')
        await sheet.getByRole('button', { name: t('addDevices.add') }).click()
      },
    },
    { name: 'list', act: async (page, t) => press(page, t('addDevices.list')) },
  ],
  'add-communication-device': [
    { name: 'this server', search: ({ station }) => ({ stationId: station, way: 'server' }) },
    { name: 'small computer', search: ({ station }) => ({ stationId: station, way: 'site' }) },
    {
      name: 'pairing code',
      search: ({ station }) => ({ stationId: station, way: 'site' }),
      act: opening((t) => t('pair.make')),
    },
    {
      name: 'arrival',
      search: ({ gateway }) => ({ gatewayId: gateway }),
    },
  ],
  'alarm-detail': [{ name: 'acknowledge', act: opening((t) => t('alarms.acknowledge')) }],
  'om-page': [
    { name: 'filters', act: opening((t) => t('alarms.filter')) },
    { name: 'unsolved', search: () => ({ status: 'unsolved' }) },
    { name: 'orders', search: () => ({ tab: 'orders' }) },
    {
      name: 'order filters',
      search: () => ({ tab: 'orders' }),
      act: opening((t) => t('orders.filter')),
    },
  ],
  'work-order-detail': [
    { name: 'change', act: opening((t) => t('order.edit')) },
    { name: 'discard', act: opening((t) => t('order.act.discarded')) },
  ],
  'add-work-order': [
    { name: 'of an alarm', search: ({ alarm }) => ({ about: alarm, type: 'repair' }) },
    {
      name: 'refused device',
      search: ({ station, inverter }) => ({ stationId: station, deviceId: inverter }),
    },
  ],
  'my-work-order': [{ name: 'created', search: () => ({ list: 'created' }) }],
  'device-upgrade': [
    { name: 'in progress', search: () => ({ show: 'open' }) },
    { name: 'packages', search: () => ({ tab: 'packages' }) },
  ],
  'remote-control': [
    { name: 'board', search: ({ shutdownStation }) => ({ stationId: shutdownStation, view: 'board' }) },
    { name: 'ledger', search: ({ station }) => ({ stationId: station, view: 'ledger' }) },
  ],
  'station-list': [
    { name: 'map', search: () => ({ view: 'map' }) },
    { name: 'filter', act: opening((t) => t('stations.filter')) },
  ],
  'station-detail': [
    { name: 'weather station', search: ({ weather }) => ({ device: weather }) },
    { name: 'devices', search: ({ station }) => ({ stationId: station, tab: 'devices' }) },
    { name: 'orders', search: ({ station }) => ({ stationId: station, tab: 'orders' }) },
    { name: 'information', search: ({ station }) => ({ stationId: station, tab: 'information' }) },
    {
      name: 'sharing',
      search: ({ station }) => ({ stationId: station, tab: 'information' }),
      act: opening((t) => around(t('station.info.share'))),
    },
    {
      name: 'log',
      search: ({ station }) => ({ stationId: station, tab: 'information' }),
      act: opening((t) => around(t('station.info.log'))),
    },
  ],
  'mine-page': [{ name: 'log', act: opening((t) => around(t('mine.audit'))) }],
  'optimizer-detail': [
    { name: 'replace', act: opening((t) => around(t('exchange.replace'))) },
    { name: 'delete', act: opening((t) => around(t('exchange.remove'))) },
  ],
  'gateway-detail': [
    { name: 'replace', act: opening((t) => around(t('exchange.replace'))) },
    { name: 'move', act: opening((t) => around(t('exchange.transfer'))) },
    { name: 'delete', act: opening((t) => around(t('exchange.remove'))) },
  ],
}
