// A list, longer than most files: every catalogue and how it is loaded.
import type { Language } from '../../kit/words/language.ts'
import { createWatchers } from '../../kit/watchers.ts'

/** What a file of words exports: one thing, of whatever name. The first page pays for each name that stands here. */
const only = <Words extends object>(file: Readonly<Record<string, Words>>): Words => {
  const [words] = Object.values(file)
  if (words === undefined) throw new Error('a file without words')
  return words
}

const catalogues = {
  core: {
    en: () => import('./en/core.ts').then(only),
    zh_CN: () => import('./zh_CN/core.ts').then(only),
  },
  chart: {
    en: () => import('./en/chart.ts').then(only),
    zh_CN: () => import('./zh_CN/chart.ts').then(only),
  },
  control: {
    en: () => import('./en/control.ts').then(only),
    zh_CN: () => import('./zh_CN/control.ts').then(only),
  },
  controls: {
    en: () => import('./en/controls.ts').then(only),
    zh_CN: () => import('./zh_CN/controls.ts').then(only),
  },
  confirm: {
    en: () => import('./en/confirm.ts').then(only),
    zh_CN: () => import('./zh_CN/confirm.ts').then(only),
  },
  home: {
    en: () => import('./en/home.ts').then(only),
    zh_CN: () => import('./zh_CN/home.ts').then(only),
  },
  setUp: {
    en: () => import('./en/set-up.ts').then(only),
    zh_CN: () => import('./zh_CN/set-up.ts').then(only),
  },
  beginning: {
    en: () => import('./en/beginning.ts').then(only),
    zh_CN: () => import('./zh_CN/beginning.ts').then(only),
  },
  board: {
    en: () => import('./en/board.ts').then(only),
    zh_CN: () => import('./zh_CN/board.ts').then(only),
  },
  wall: {
    en: () => import('./en/wall.ts').then(only),
    zh_CN: () => import('./zh_CN/wall.ts').then(only),
  },
  walls: {
    en: () => import('./en/walls.ts').then(only),
    zh_CN: () => import('./zh_CN/walls.ts').then(only),
  },
  hero: {
    en: () => import('./en/hero.ts').then(only),
    zh_CN: () => import('./zh_CN/hero.ts').then(only),
  },
  stations: {
    en: () => import('./en/stations.ts').then(only),
    zh_CN: () => import('./zh_CN/stations.ts').then(only),
  },
  station: {
    en: () => import('./en/station.ts').then(only),
    zh_CN: () => import('./zh_CN/station.ts').then(only),
  },
  devices: {
    en: () => import('./en/devices.ts').then(only),
    zh_CN: () => import('./zh_CN/devices.ts').then(only),
  },
  device: {
    en: () => import('./en/device.ts').then(only),
    zh_CN: () => import('./zh_CN/device.ts').then(only),
  },
  exchange: {
    en: () => import('./en/exchange.ts').then(only),
    zh_CN: () => import('./zh_CN/exchange.ts').then(only),
  },
  gateway: {
    en: () => import('./en/gateway.ts').then(only),
    zh_CN: () => import('./zh_CN/gateway.ts').then(only),
  },
  om: {
    en: () => import('./en/om.ts').then(only),
    zh_CN: () => import('./zh_CN/om.ts').then(only),
  },
  troubles: {
    en: () => import('./en/troubles.ts').then(only),
    zh_CN: () => import('./zh_CN/troubles.ts').then(only),
  },
  alarms: {
    en: () => import('./en/alarms.ts').then(only),
    zh_CN: () => import('./zh_CN/alarms.ts').then(only),
  },
  service: {
    en: () => import('./en/service.ts').then(only),
    zh_CN: () => import('./zh_CN/service.ts').then(only),
  },
  report: {
    en: () => import('./en/report.ts').then(only),
    zh_CN: () => import('./zh_CN/report.ts').then(only),
  },
  prices: {
    en: () => import('./en/prices.ts').then(only),
    zh_CN: () => import('./zh_CN/prices.ts').then(only),
  },
  shareCard: {
    en: () => import('./en/share-card.ts').then(only),
    zh_CN: () => import('./zh_CN/share-card.ts').then(only),
  },
  compared: {
    en: () => import('./en/compared.ts').then(only),
    zh_CN: () => import('./zh_CN/compared.ts').then(only),
  },
  factors: {
    en: () => import('./en/factors.ts').then(only),
    zh_CN: () => import('./zh_CN/factors.ts').then(only),
  },
  missing: {
    en: () => import('./en/missing.ts').then(only),
    zh_CN: () => import('./zh_CN/missing.ts').then(only),
  },
  map: {
    en: () => import('./en/map.ts').then(only),
    zh_CN: () => import('./zh_CN/map.ts').then(only),
  },
  log: {
    en: () => import('./en/log.ts').then(only),
    zh_CN: () => import('./zh_CN/log.ts').then(only),
  },
  sharing: {
    en: () => import('./en/sharing.ts').then(only),
    zh_CN: () => import('./zh_CN/sharing.ts').then(only),
  },
  photo: {
    en: () => import('./en/photo.ts').then(only),
    zh_CN: () => import('./zh_CN/photo.ts').then(only),
  },
  leaving: {
    en: () => import('./en/leaving.ts').then(only),
    zh_CN: () => import('./zh_CN/leaving.ts').then(only),
  },
  pickers: {
    en: () => import('./en/pickers.ts').then(only),
    zh_CN: () => import('./zh_CN/pickers.ts').then(only),
  },
  presence: {
    en: () => import('./en/presence.ts').then(only),
    zh_CN: () => import('./zh_CN/presence.ts').then(only),
  },
  privacy: {
    en: () => import('./en/privacy.ts').then(only),
    zh_CN: () => import('./zh_CN/privacy.ts').then(only),
  },
  mine: {
    en: () => import('./en/mine.ts').then(only),
    zh_CN: () => import('./zh_CN/mine.ts').then(only),
  },
  editing: {
    en: () => import('./en/editing.ts').then(only),
    zh_CN: () => import('./zh_CN/editing.ts').then(only),
  },
  arrays: {
    en: () => import('./en/arrays.ts').then(only),
    zh_CN: () => import('./zh_CN/arrays.ts').then(only),
  },
  commissioning: {
    en: () => import('./en/commissioning.ts').then(only),
    zh_CN: () => import('./zh_CN/commissioning.ts').then(only),
  },
  adding: {
    en: () => import('./en/adding.ts').then(only),
    zh_CN: () => import('./zh_CN/adding.ts').then(only),
  },
  pairing: {
    en: () => import('./en/pairing.ts').then(only),
    zh_CN: () => import('./zh_CN/pairing.ts').then(only),
  },
  edges: {
    en: () => import('./en/edges.ts').then(only),
    zh_CN: () => import('./zh_CN/edges.ts').then(only),
  },
  mapping: {
    en: () => import('./en/mapping.ts').then(only),
    zh_CN: () => import('./zh_CN/mapping.ts').then(only),
  },
  wayOut: {
    en: () => import('./en/way-out.ts').then(only),
    zh_CN: () => import('./zh_CN/way-out.ts').then(only),
  },
  installing: {
    en: () => import('./en/installing.ts').then(only),
    zh_CN: () => import('./zh_CN/installing.ts').then(only),
  },
  scanner: {
    en: () => import('./en/scanner.ts').then(only),
    zh_CN: () => import('./zh_CN/scanner.ts').then(only),
  },
  messages: {
    en: () => import('./en/messages.ts').then(only),
    zh_CN: () => import('./zh_CN/messages.ts').then(only),
  },
  record: {
    en: () => import('./en/record.ts').then(only),
    zh_CN: () => import('./zh_CN/record.ts').then(only),
  },
  tasks: {
    en: () => import('./en/tasks.ts').then(only),
    zh_CN: () => import('./zh_CN/tasks.ts').then(only),
  },
  registry: {
    en: () => import('./en/registry.ts').then(only),
    zh_CN: () => import('./zh_CN/registry.ts').then(only),
  },
  rights: {
    en: () => import('./en/rights.ts').then(only),
    zh_CN: () => import('./zh_CN/rights.ts').then(only),
  },
  orders: {
    en: () => import('./en/orders.ts').then(only),
    zh_CN: () => import('./zh_CN/orders.ts').then(only),
  },
  order: {
    en: () => import('./en/order.ts').then(only),
    zh_CN: () => import('./zh_CN/order.ts').then(only),
  },
  roof: {
    en: () => import('./en/roof.ts').then(only),
    zh_CN: () => import('./zh_CN/roof.ts').then(only),
  },
  strings: {
    en: () => import('./en/strings.ts').then(only),
    zh_CN: () => import('./zh_CN/strings.ts').then(only),
  },
  topology: {
    en: () => import('./en/topology.ts').then(only),
    zh_CN: () => import('./zh_CN/topology.ts').then(only),
  },
  upgrades: {
    en: () => import('./en/upgrades.ts').then(only),
    zh_CN: () => import('./zh_CN/upgrades.ts').then(only),
  },
  bulk: {
    en: () => import('./en/bulk.ts').then(only),
    zh_CN: () => import('./zh_CN/bulk.ts').then(only),
  },
  wide: {
    en: () => import('./en/wide.ts').then(only),
    zh_CN: () => import('./zh_CN/wide.ts').then(only),
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
/** Other words: all that is drawn is drawn anew. */
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
    // Nothing that is drawn has a word of them, so nothing is drawn anew.
    if (into === language) Object.assign(messages, ...names.map((name) => loaded[into].get(name)))
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
