// A list, longer than most files: every catalogue and how it is loaded.
import type { Language } from '../../kit/words/language.ts'
import { createWatchers } from '../../kit/watchers.ts'

const catalogues = {
  core: {
    en: () => import('./en/core.ts').then((file) => file.core),
    zh_CN: () => import('./zh_CN/core.ts').then((file) => file.core),
  },
  chart: {
    en: () => import('./en/chart.ts').then((file) => file.chart),
    zh_CN: () => import('./zh_CN/chart.ts').then((file) => file.chart),
  },
  control: {
    en: () => import('./en/control.ts').then((file) => file.control),
    zh_CN: () => import('./zh_CN/control.ts').then((file) => file.control),
  },
  controls: {
    en: () => import('./en/controls.ts').then((file) => file.controls),
    zh_CN: () => import('./zh_CN/controls.ts').then((file) => file.controls),
  },
  confirm: {
    en: () => import('./en/confirm.ts').then((file) => file.confirm),
    zh_CN: () => import('./zh_CN/confirm.ts').then((file) => file.confirm),
  },
  home: {
    en: () => import('./en/home.ts').then((file) => file.home),
    zh_CN: () => import('./zh_CN/home.ts').then((file) => file.home),
  },
  stations: {
    en: () => import('./en/stations.ts').then((file) => file.stations),
    zh_CN: () => import('./zh_CN/stations.ts').then((file) => file.stations),
  },
  station: {
    en: () => import('./en/station.ts').then((file) => file.station),
    zh_CN: () => import('./zh_CN/station.ts').then((file) => file.station),
  },
  devices: {
    en: () => import('./en/devices.ts').then((file) => file.devices),
    zh_CN: () => import('./zh_CN/devices.ts').then((file) => file.devices),
  },
  device: {
    en: () => import('./en/device.ts').then((file) => file.device),
    zh_CN: () => import('./zh_CN/device.ts').then((file) => file.device),
  },
  exchange: {
    en: () => import('./en/exchange.ts').then((file) => file.exchange),
    zh_CN: () => import('./zh_CN/exchange.ts').then((file) => file.exchange),
  },
  gateway: {
    en: () => import('./en/gateway.ts').then((file) => file.gateway),
    zh_CN: () => import('./zh_CN/gateway.ts').then((file) => file.gateway),
  },
  om: {
    en: () => import('./en/om.ts').then((file) => file.om),
    zh_CN: () => import('./zh_CN/om.ts').then((file) => file.om),
  },
  alarms: {
    en: () => import('./en/alarms.ts').then((file) => file.alarms),
    zh_CN: () => import('./zh_CN/alarms.ts').then((file) => file.alarms),
  },
  service: {
    en: () => import('./en/service.ts').then((file) => file.service),
    zh_CN: () => import('./zh_CN/service.ts').then((file) => file.service),
  },
  factors: {
    en: () => import('./en/factors.ts').then((file) => file.factors),
    zh_CN: () => import('./zh_CN/factors.ts').then((file) => file.factors),
  },
  missing: {
    en: () => import('./en/missing.ts').then((file) => file.missing),
    zh_CN: () => import('./zh_CN/missing.ts').then((file) => file.missing),
  },
  map: {
    en: () => import('./en/map.ts').then((file) => file.map),
    zh_CN: () => import('./zh_CN/map.ts').then((file) => file.map),
  },
  log: {
    en: () => import('./en/log.ts').then((file) => file.log),
    zh_CN: () => import('./zh_CN/log.ts').then((file) => file.log),
  },
  sharing: {
    en: () => import('./en/sharing.ts').then((file) => file.sharing),
    zh_CN: () => import('./zh_CN/sharing.ts').then((file) => file.sharing),
  },
  photo: {
    en: () => import('./en/photo.ts').then((file) => file.photo),
    zh_CN: () => import('./zh_CN/photo.ts').then((file) => file.photo),
  },
  leaving: {
    en: () => import('./en/leaving.ts').then((file) => file.leaving),
    zh_CN: () => import('./zh_CN/leaving.ts').then((file) => file.leaving),
  },
  pickers: {
    en: () => import('./en/pickers.ts').then((file) => file.pickers),
    zh_CN: () => import('./zh_CN/pickers.ts').then((file) => file.pickers),
  },
  presence: {
    en: () => import('./en/presence.ts').then((file) => file.presence),
    zh_CN: () => import('./zh_CN/presence.ts').then((file) => file.presence),
  },
  privacy: {
    en: () => import('./en/privacy.ts').then((file) => file.privacy),
    zh_CN: () => import('./zh_CN/privacy.ts').then((file) => file.privacy),
  },
  mine: {
    en: () => import('./en/mine.ts').then((file) => file.mine),
    zh_CN: () => import('./zh_CN/mine.ts').then((file) => file.mine),
  },
  editing: {
    en: () => import('./en/editing.ts').then((file) => file.editing),
    zh_CN: () => import('./zh_CN/editing.ts').then((file) => file.editing),
  },
  arrays: {
    en: () => import('./en/arrays.ts').then((file) => file.arrays),
    zh_CN: () => import('./zh_CN/arrays.ts').then((file) => file.arrays),
  },
  commissioning: {
    en: () => import('./en/commissioning.ts').then((file) => file.commissioning),
    zh_CN: () => import('./zh_CN/commissioning.ts').then((file) => file.commissioning),
  },
  adding: {
    en: () => import('./en/adding.ts').then((file) => file.adding),
    zh_CN: () => import('./zh_CN/adding.ts').then((file) => file.adding),
  },
  pairing: {
    en: () => import('./en/pairing.ts').then((file) => file.pairing),
    zh_CN: () => import('./zh_CN/pairing.ts').then((file) => file.pairing),
  },
  edges: {
    en: () => import('./en/edges.ts').then((file) => file.edges),
    zh_CN: () => import('./zh_CN/edges.ts').then((file) => file.edges),
  },
  wayOut: {
    en: () => import('./en/way-out.ts').then((file) => file.wayOut),
    zh_CN: () => import('./zh_CN/way-out.ts').then((file) => file.wayOut),
  },
  installing: {
    en: () => import('./en/installing.ts').then((file) => file.installing),
    zh_CN: () => import('./zh_CN/installing.ts').then((file) => file.installing),
  },
  scanner: {
    en: () => import('./en/scanner.ts').then((file) => file.scanner),
    zh_CN: () => import('./zh_CN/scanner.ts').then((file) => file.scanner),
  },
  messages: {
    en: () => import('./en/messages.ts').then((file) => file.messages),
    zh_CN: () => import('./zh_CN/messages.ts').then((file) => file.messages),
  },
  record: {
    en: () => import('./en/record.ts').then((file) => file.record),
    zh_CN: () => import('./zh_CN/record.ts').then((file) => file.record),
  },
  tasks: {
    en: () => import('./en/tasks.ts').then((file) => file.tasks),
    zh_CN: () => import('./zh_CN/tasks.ts').then((file) => file.tasks),
  },
  registry: {
    en: () => import('./en/registry.ts').then((file) => file.registry),
    zh_CN: () => import('./zh_CN/registry.ts').then((file) => file.registry),
  },
  rights: {
    en: () => import('./en/rights.ts').then((file) => file.rights),
    zh_CN: () => import('./zh_CN/rights.ts').then((file) => file.rights),
  },
  orders: {
    en: () => import('./en/orders.ts').then((file) => file.orders),
    zh_CN: () => import('./zh_CN/orders.ts').then((file) => file.orders),
  },
  order: {
    en: () => import('./en/order.ts').then((file) => file.order),
    zh_CN: () => import('./zh_CN/order.ts').then((file) => file.order),
  },
  topology: {
    en: () => import('./en/topology.ts').then((file) => file.topology),
    zh_CN: () => import('./zh_CN/topology.ts').then((file) => file.topology),
  },
  upgrades: {
    en: () => import('./en/upgrades.ts').then((file) => file.upgrades),
    zh_CN: () => import('./zh_CN/upgrades.ts').then((file) => file.upgrades),
  },
} as const

export type CatalogueName = keyof typeof catalogues
/** All catalogues, for who wants every word at once. */
export const catalogueNames = Object.keys(catalogues) as CatalogueName[]

type WordsOf<Name extends CatalogueName> = Awaited<ReturnType<(typeof catalogues)[Name]['en']>>
/** All that the members of a union have. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** The words of all catalogues, as the English ones have them. */
export type Messages = AllOf<{ [Name in CatalogueName]: WordsOf<Name> }[CatalogueName]>

const wanted = new Set<CatalogueName>(['core'])
const loaded: Record<Language, Map<CatalogueName, object>> = { en: new Map(), zh_CN: new Map() }
let language: Language = 'zh_CN'
/** The language asked for last; its words may still be on their way. */
let coming: Language = 'zh_CN'
let messages: Partial<Messages> = {}
const watchers = createWatchers()

const load = async (into: Language, names: readonly CatalogueName[]): Promise<void> => {
  await Promise.all(
    names.map(async (name) => {
      if (!loaded[into].has(name)) loaded[into].set(name, await catalogues[name][into]())
    }),
  )
}
const publish = (): void => {
  messages = Object.assign({}, ...loaded[language].values())
  watchers.tell()
}

/** The words in use. Routes name what they need; a change of language loads the same in the other one first. */
export const words = {
  language: (): Language => language,
  messages: (): Partial<Messages> => messages,
  watch: watchers.watch,
  need: async (...names: CatalogueName[]): Promise<void> => {
    for (const name of names) wanted.add(name)
    const into = coming
    if (names.every((name) => loaded[into].has(name))) return
    await load(into, names)
    if (into === language) publish()
    else if (into !== coming) await words.need(...names)
  },
  use: async (next: Language): Promise<void> => {
    coming = next
    // What is wanted may grow while it loads.
    while ([...wanted].some((name) => !loaded[next].has(name))) await load(next, [...wanted])
    if (coming !== next) return
    language = next
    publish()
  },
}
