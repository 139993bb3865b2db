/**
 * The catalogue of kinds of devices. What the product asks of a kind stands in its row, so that a new one is a row
 * here, a migration of the two CHECKs on `device.kind` and `place.kind` and its words (`web/app/phrases/…/kinds.ts`).
 * A page of its own is the route `<kind>-detail`; without one `PlainDevicePage` shows it. Lists are in this order
 * wherever kinds are sorted. Without zod: the phone loads it with its first route.
 */
type KindRow = {
  /** A gateway reports it; only gateways report themselves. */
  reported: boolean
  /** It hangs in a string, at a position of its own. */
  inString: boolean
  /** It says power that it makes of light, or passes on. */
  givesPower: boolean
  /** Power flows through it in both directions, and is made by neither: it enters no sum of what was made. */
  bothWays: boolean
  /** It lives off a module and sleeps without light; its ratings are a module's. */
  moduleLevel: boolean
  /** Without light it may fall silent, which is no fault. */
  sleeps: boolean
  /** It has a rated power. */
  rated: boolean
  /** What can be asked of it from afar. */
  takes: readonly ('switch' | 'limit' | 'restart' | 'set' | 'read')[]
  /** Firmware can be sent to it; levels are upgraded in the order of the table, the gateway first: it has to speak. */
  upgradable: boolean
  /** It works from so many volts on, which bounds its current. No source: chosen. */
  lowestV: number
}

const table = {
  gateway: {
    reported: false,
    inString: false,
    givesPower: false,
    bothWays: false,
    moduleLevel: false,
    sleeps: false,
    rated: false,
    takes: ['restart', 'set', 'read'],
    upgradable: true,
    lowestV: 90,
  },
  inverter: {
    reported: true,
    inString: false,
    givesPower: true,
    bothWays: false,
    moduleLevel: false,
    sleeps: true,
    rated: true,
    takes: ['switch', 'limit', 'restart', 'read'],
    upgradable: true,
    lowestV: 90,
  },
  optimizer: {
    reported: true,
    inString: true,
    givesPower: true,
    bothWays: false,
    moduleLevel: true,
    sleeps: true,
    rated: true,
    takes: ['switch', 'read'],
    upgradable: true,
    lowestV: 8,
  },
  shutdown: {
    reported: true,
    inString: true,
    givesPower: false,
    bothWays: false,
    moduleLevel: true,
    sleeps: true,
    rated: true,
    takes: ['switch', 'read'],
    upgradable: true,
    lowestV: 8,
  },
  weather: {
    reported: true,
    inString: false,
    givesPower: false,
    bothWays: false,
    moduleLevel: false,
    sleeps: false,
    rated: false,
    takes: [],
    upgradable: false,
    lowestV: 90,
  },
  /** Where a station meets the grid, or a part of it what it feeds. */
  meter: {
    reported: true,
    inString: false,
    givesPower: false,
    bothWays: true,
    moduleLevel: false,
    sleeps: false,
    rated: false,
    takes: ['read'],
    upgradable: false,
    lowestV: 90,
  },
  battery: {
    reported: true,
    inString: false,
    givesPower: false,
    bothWays: true,
    moduleLevel: false,
    sleeps: false,
    rated: true,
    takes: ['read'],
    upgradable: false,
    lowestV: 40,
  },
  /** A box that joins strings and measures each. Its electronics may live off them. */
  combiner: {
    reported: true,
    inString: false,
    givesPower: false,
    bothWays: false,
    moduleLevel: false,
    sleeps: true,
    rated: false,
    takes: ['read'],
    upgradable: false,
    lowestV: 90,
  },
} as const satisfies Record<string, KindRow>

type Table = typeof table
export type DeviceKind = keyof Table
/** The traits that a kind has or has not. */
type YesNo = { [Trait in keyof KindRow]: KindRow[Trait] extends boolean ? Trait : never }[keyof KindRow]
type KindWith<Trait extends YesNo> = {
  [Kind in DeviceKind]: Table[Kind][Trait] extends true ? Kind : never
}[DeviceKind]
/** A kind that gateways report. */
export type ReportedKind = KindWith<'reported'>
/** A kind that hangs in strings. */
export type StringKind = KindWith<'inString'>
/** A kind that says power that it gives. */
export type PowerKind = KindWith<'givesPower'>
/** A kind that firmware can be sent to. */
export type UpgradableKind = KindWith<'upgradable'>

/** At least one kind has each trait: the tuple type is what schemas want. */
type Some<Kind> = readonly [Kind, ...Kind[]]
const allWith = <Trait extends YesNo>(trait: Trait): Some<KindWith<Trait>> =>
  deviceKinds.filter((kind) => table[kind][trait]) as unknown as Some<KindWith<Trait>>

export const deviceKinds = Object.keys(table) as unknown as Some<DeviceKind>
export const reportedKinds = allWith('reported')
export const stringKinds = allWith('inString')
export const sleepingKinds = allWith('sleeps')
export const upgradableKinds = allWith('upgradable')

export const hangsInString = (kind: DeviceKind): kind is StringKind => table[kind].inString
export const givesPower = (kind: DeviceKind): kind is PowerKind => table[kind].givesPower
export const flowsBothWays = (kind: DeviceKind): boolean => table[kind].bothWays
export const isModuleLevel = (kind: DeviceKind): boolean => table[kind].moduleLevel
export const sleepsWithoutLight = (kind: DeviceKind): boolean => table[kind].sleeps
export const isRated = (kind: DeviceKind): boolean => table[kind].rated
/** What can be asked of a kind from afar. */
export const actsOf = (kind: DeviceKind): KindRow['takes'] => table[kind].takes
export const lowestVolts = (kind: DeviceKind): number => table[kind].lowestV
export const isUpgradable = (kind: DeviceKind): kind is UpgradableKind => table[kind].upgradable
/** `of` each of `kinds`, by kind. */
export const byKind = <Kind extends DeviceKind, Value>(
  kinds: readonly Kind[],
  of: (kind: Kind) => Value,
): Record<Kind, Value> => Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, Value>
/** The place of a kind in sorted lists, from 0 on. */
export const kindPlace = (kind: DeviceKind): number => deviceKinds.indexOf(kind)
