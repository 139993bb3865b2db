import { createTranslator } from 'use-intl/core'
import { adding as addingEn } from '#web/app/phrases/en/adding.ts'
import { alarms as alarmsEn } from '#web/app/phrases/en/alarms.ts'
import { chart as chartEn } from '#web/app/phrases/en/chart.ts'
import { commissioning as commissioningEn } from '#web/app/phrases/en/commissioning.ts'
import { arrays as arraysEn } from '#web/app/phrases/en/arrays.ts'
import { control as controlEn } from '#web/app/phrases/en/control.ts'
import { controls as controlsEn } from '#web/app/phrases/en/controls.ts'
import { core as coreEn } from '#web/app/phrases/en/core.ts'
import { device as deviceEn } from '#web/app/phrases/en/device.ts'
import { devices as devicesEn } from '#web/app/phrases/en/devices.ts'
import { editing as editingEn } from '#web/app/phrases/en/editing.ts'
import { gateway as gatewayEn } from '#web/app/phrases/en/gateway.ts'
import { exchange as exchangeEn } from '#web/app/phrases/en/exchange.ts'
import { home as homeEn } from '#web/app/phrases/en/home.ts'
import { installing as installingEn } from '#web/app/phrases/en/installing.ts'
import { leaving as leavingEn } from '#web/app/phrases/en/leaving.ts'
import { order as orderEn } from '#web/app/phrases/en/order.ts'
import { orders as ordersEn } from '#web/app/phrases/en/orders.ts'
import { photo as photoEn } from '#web/app/phrases/en/photo.ts'
import { messages as messagesEn } from '#web/app/phrases/en/messages.ts'
import { map as mapEn } from '#web/app/phrases/en/map.ts'
import { missing as missingEn } from '#web/app/phrases/en/missing.ts'
import { mine as mineEn } from '#web/app/phrases/en/mine.ts'
import { om as omEn } from '#web/app/phrases/en/om.ts'
import { scanner as scannerEn } from '#web/app/phrases/en/scanner.ts'
import { pickers as pickersEn } from '#web/app/phrases/en/pickers.ts'
import { presence as presenceEn } from '#web/app/phrases/en/presence.ts'
import { service as serviceEn } from '#web/app/phrases/en/service.ts'
import { station as stationEn } from '#web/app/phrases/en/station.ts'
import { stations as stationsEn } from '#web/app/phrases/en/stations.ts'
import { topology as topologyEn } from '#web/app/phrases/en/topology.ts'
import { upgrades as upgradesEn } from '#web/app/phrases/en/upgrades.ts'
import { adding } from '#web/app/phrases/zh_CN/adding.ts'
import { alarms } from '#web/app/phrases/zh_CN/alarms.ts'
import { chart } from '#web/app/phrases/zh_CN/chart.ts'
import { commissioning } from '#web/app/phrases/zh_CN/commissioning.ts'
import { arrays } from '#web/app/phrases/zh_CN/arrays.ts'
import { control } from '#web/app/phrases/zh_CN/control.ts'
import { controls } from '#web/app/phrases/zh_CN/controls.ts'
import { core } from '#web/app/phrases/zh_CN/core.ts'
import { device } from '#web/app/phrases/zh_CN/device.ts'
import { devices } from '#web/app/phrases/zh_CN/devices.ts'
import { editing } from '#web/app/phrases/zh_CN/editing.ts'
import { gateway } from '#web/app/phrases/zh_CN/gateway.ts'
import { exchange } from '#web/app/phrases/zh_CN/exchange.ts'
import { home } from '#web/app/phrases/zh_CN/home.ts'
import { installing } from '#web/app/phrases/zh_CN/installing.ts'
import { leaving } from '#web/app/phrases/zh_CN/leaving.ts'
import { order } from '#web/app/phrases/zh_CN/order.ts'
import { orders } from '#web/app/phrases/zh_CN/orders.ts'
import { photo } from '#web/app/phrases/zh_CN/photo.ts'
import { messages } from '#web/app/phrases/zh_CN/messages.ts'
import { map } from '#web/app/phrases/zh_CN/map.ts'
import { missing } from '#web/app/phrases/zh_CN/missing.ts'
import { mine } from '#web/app/phrases/zh_CN/mine.ts'
import { om } from '#web/app/phrases/zh_CN/om.ts'
import { scanner } from '#web/app/phrases/zh_CN/scanner.ts'
import { pickers } from '#web/app/phrases/zh_CN/pickers.ts'
import { presence } from '#web/app/phrases/zh_CN/presence.ts'
import { service } from '#web/app/phrases/zh_CN/service.ts'
import { station } from '#web/app/phrases/zh_CN/station.ts'
import { stations } from '#web/app/phrases/zh_CN/stations.ts'
import { topology } from '#web/app/phrases/zh_CN/topology.ts'
import { upgrades } from '#web/app/phrases/zh_CN/upgrades.ts'
import type { Language } from './world.ts'

type Look = { language: Language; theme: 'light' | 'dark' }

/** Whether this is the long form: every test in every language and theme. */
export const everyLook = process.env['E2E_LOOKS'] === 'all'

/** Both languages, each with the theme that its pages are looked at in; all four in the long form. */
export const looks: readonly Look[] = [
  { language: 'zh_CN', theme: 'light' },
  { language: 'en', theme: 'dark' },
  ...(everyLook
    ? ([
        { language: 'zh_CN', theme: 'dark' },
        { language: 'en', theme: 'light' },
      ] as const)
    : []),
]

/** For flows that take long: in `npm test` one language, which differs from flow to flow; all looks in the long form. */
export const longFlowIn = (one: Language): readonly Look[] =>
  everyLook ? looks : looks.filter(({ language }) => language === one)

/** One letter or figure for each look, so that what a test makes is not what the same test made in another one. */
export const markOf = ({ language, theme }: Look): string =>
  ({ en: { dark: 'E', light: 'F' }, zh_CN: { light: 'Z', dark: 'Y' } })[language][theme]

const english = {
  ...coreEn,
  ...homeEn,
  ...stationsEn,
  ...stationEn,
  ...devicesEn,
  ...deviceEn,
  ...gatewayEn,
  ...omEn,
  ...pickersEn,
  ...presenceEn,
  ...serviceEn,
  ...exchangeEn,
  ...leavingEn,
  ...photoEn,
  ...mapEn,
  ...mineEn,
  ...missingEn,
  ...editingEn,
  ...addingEn,
  ...arraysEn,
  ...installingEn,
  ...scannerEn,
  ...chartEn,
  ...commissioningEn,
  ...controlEn,
  ...controlsEn,
  ...topologyEn,
  ...upgradesEn,
  ...ordersEn,
  ...orderEn,
  ...alarmsEn,
  ...messagesEn,
}
const chinese = {
  ...core,
  ...home,
  ...stations,
  ...station,
  ...devices,
  ...device,
  ...gateway,
  ...om,
  ...pickers,
  ...presence,
  ...service,
  ...exchange,
  ...leaving,
  ...photo,
  ...map,
  ...mine,
  ...missing,
  ...editing,
  ...adding,
  ...arrays,
  ...installing,
  ...scanner,
  ...chart,
  ...commissioning,
  ...control,
  ...controls,
  ...topology,
  ...upgrades,
  ...orders,
  ...order,
  ...alarms,
  ...messages,
}

const onError = (error: Error): never => {
  throw error
}
const translators = {
  en: createTranslator({ locale: 'en', messages: english, onError }),
  // The same keys, as the test of the catalogues proves; only the texts differ.
  zh_CN: createTranslator({ locale: 'zh-CN', messages: chinese as unknown as typeof english, onError }),
}

/** The app's own words in a language: `wordsIn('en')('ui.retry')`. */
export const wordsIn = (language: Language): (typeof translators)['en'] => translators[language]

/** A text of the app with anything in the place of one argument, to look for in a page. */
export const around = (written: string, mark = 'ARGUMENT'): RegExp =>
  new RegExp(
    written
      .split(mark)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+'),
  )
