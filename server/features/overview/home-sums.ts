import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { HOME_LIST } from '#domain/stations/limits.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { type Fold, putAllAmong, putAmong } from './fold-tree.ts'
import { EARNINGS, type HomePart, TOTALS } from './home-part.ts'
import { addAmounts, addTally, emptyTallies, type Tally } from './tally.ts'

/** What home says of stations together, as far as it is of each of them alone. */
export type HomeSums = {
  readonly stations: number
  /** In the order of `total`. */
  readonly totals: Tally
  /** By currency, in the order of `earning`. */
  readonly earned: ReadonlyMap<string, Tally>
  /** In the order of `stationConditions` and of `alarmLevels`. */
  readonly conditions: readonly number[]
  readonly openAlarms: readonly number[]
  /** The oldest instant of a power that is known; Infinity = none is. */
  readonly powerAt: number
  /** The first local day of all; null = none is known. */
  readonly lifetimeSince: string | null
  /** By text, how many stations use each. */
  readonly tariffs: ReadonlyMap<string, number>
  readonly carbon: ReadonlyMap<string, number>
  /** The first of each list. */
  readonly ranking: readonly HomePart[]
  readonly monthRanking: readonly HomePart[]
  readonly attention: readonly HomePart[]
  readonly attentionTotal: number
  /** Devices never heard, by number. */
  readonly neverHeard: readonly number[]
  readonly neverHeardTotal: number
}

/** The last word where all else is equal, so that an order never depends on who was read first. */
const byName = ({ station: { row: a } }: HomePart, { station: { row: b } }: HomePart): number =>
  a.name === b.name ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.name < b.name ? -1 : 1

/** Before the first sunrise of all the day before is shown. */
const byHours = (a: HomePart, b: HomePart): number =>
  (b.hours ?? 0) - (a.hours ?? 0) || b.hoursBefore - a.hoursBefore || byName(a, b)

const byMonthHours = (a: HomePart, b: HomePart): number =>
  (b.monthHours ?? 0) - (a.monthHours ?? 0) || byName(a, b)

const worstFirst = (a: HomePart, b: HomePart): number =>
  Number(b.isAmiss) - Number(a.isAmiss) ||
  a.conditionRank - b.conditionRank ||
  b.station.figures.attention - a.station.figures.attention ||
  byName(a, b)

const byNumber = (a: number, b: number): number => a - b

const noTotals = emptyTallies(TOTALS)
const noEarnings = emptyTallies(EARNINGS)

/** Sums while they are added to. */
const startSums = () => ({
  stations: 0,
  totals: noTotals(),
  earned: new Map<string, Tally>(),
  conditions: stationConditions.map(() => 0),
  openAlarms: alarmLevels.map(() => 0),
  powerAt: Infinity,
  lifetimeSince: null as string | null,
  tariffs: new Map<string, number>(),
  carbon: new Map<string, number>(),
  ranking: [] as HomePart[],
  monthRanking: [] as HomePart[],
  attention: [] as HomePart[],
  attentionTotal: 0,
  neverHeard: [] as number[],
  neverHeardTotal: 0,
})
type Growing = ReturnType<typeof startSums>

const earnedIn = (sums: Growing, currency: string): Tally => {
  const found = sums.earned.get(currency)
  if (found !== undefined) return found
  const tally = noEarnings()
  sums.earned.set(currency, tally)
  return tally
}

const count = (counts: Map<string, number>, key: string, more: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

const since = (sums: Growing, day: string | null): void => {
  if (day !== null && (sums.lifetimeSince === null || day < sums.lifetimeSince)) sums.lifetimeSince = day
}

const addPart = (sums: Growing, part: HomePart): void => {
  const { figures, energy } = part.station
  sums.stations += 1
  addAmounts(sums.totals, part.amounts)
  for (const { currency, amounts } of part.earned) addAmounts(earnedIn(sums, currency), amounts)
  sums.conditions[part.conditionRank] = (sums.conditions[part.conditionRank] ?? 0) + 1
  for (const [at, level] of alarmLevels.entries())
    sums.openAlarms[at] = (sums.openAlarms[at] ?? 0) + figures.openAlarms[level]
  if (figures.powerW !== null && figures.powerAt !== null)
    sums.powerAt = Math.min(sums.powerAt, figures.powerAt)
  since(sums, energy.lifetimeSince)
  if (part.tariff !== null) count(sums.tariffs, part.tariff, 1)
  count(sums.carbon, part.carbon, 1)
  if (part.hours !== null) putAmong(sums.ranking, part, byHours, HOME_LIST)
  if (part.monthHours !== null) putAmong(sums.monthRanking, part, byMonthHours, HOME_LIST)
  if (part.needsLook) {
    sums.attentionTotal += 1
    putAmong(sums.attention, part, worstFirst, HOME_LIST)
  }
  sums.neverHeardTotal += figures.neverHeard.length
  for (const no of figures.neverHeard) putAmong(sums.neverHeard, no, byNumber, HOME_LIST)
}

const addSums = (sums: Growing, one: HomeSums): void => {
  sums.stations += one.stations
  addTally(sums.totals, one.totals)
  for (const [currency, tally] of one.earned) addTally(earnedIn(sums, currency), tally)
  for (const [at, n] of one.conditions.entries()) sums.conditions[at] = (sums.conditions[at] ?? 0) + n
  for (const [at, n] of one.openAlarms.entries()) sums.openAlarms[at] = (sums.openAlarms[at] ?? 0) + n
  sums.powerAt = Math.min(sums.powerAt, one.powerAt)
  since(sums, one.lifetimeSince)
  for (const [key, n] of one.tariffs) count(sums.tariffs, key, n)
  for (const [key, n] of one.carbon) count(sums.carbon, key, n)
  putAllAmong(sums.ranking, one.ranking, byHours, HOME_LIST)
  putAllAmong(sums.monthRanking, one.monthRanking, byMonthHours, HOME_LIST)
  putAllAmong(sums.attention, one.attention, worstFirst, HOME_LIST)
  sums.attentionTotal += one.attentionTotal
  putAllAmong(sums.neverHeard, one.neverHeard, byNumber, HOME_LIST)
  sums.neverHeardTotal += one.neverHeardTotal
}

export const homeFold: Fold<HomePart, HomeSums> = {
  of: (parts) => {
    const sums = startSums()
    for (const part of parts) addPart(sums, part)
    return sums
  },
  together: (all) => {
    const sums = startSums()
    for (const one of all) addSums(sums, one)
    return sums
  },
}
