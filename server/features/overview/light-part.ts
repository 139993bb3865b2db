import {
  bandOf,
  type Hero,
  heroOf,
  isUp,
  type Light,
  type LightBand,
  lightBands,
  shareOfLight,
} from '#domain/stations/hero.ts'
import { RIBBON_CELLS } from '#domain/stations/limits.ts'
import { clearSkyW, dayOf, litW, sunOfDay } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { type Fold, putAllAmong, putAmong } from './fold-tree.ts'
import type { HomeStation } from './home-part.ts'
import { addAt, addTally, emptyTallies, placesOf, type Tally } from './tally.ts'

/** A station in the light of an instant: what it says first, and how it does beside what its sky allows. */
export type LightPart = {
  readonly station: HomeStation
  readonly at: number
  /** Until `sunUntil` the same of the same row. */
  readonly sun: Light
  readonly sunUntil: number
  readonly hero: Hero
  readonly isUp: boolean
  readonly allowedW: number
  readonly share: number | null
  readonly band: LightBand
  /** By band, then by share; those in the dark last. */
  readonly order: number
}

/** The light of a fleet is looked at this often: less changes in between than clouds do. No source: chosen. */
export const LIGHT_MS = 60_000

/** Stations have their turns one after the other, each at its own time of the minute, told by its id. */
const turnOf = (id: string): number => {
  const tail = Number.parseInt(id.slice(-8), 16)
  return Number.isNaN(tail) ? 0 : tail % LIGHT_MS
}

/** The last turn of a station up to `now`: the same for whoever asks. */
export const lightAt = (id: string, now: number): number => {
  const turn = turnOf(id)
  return Math.floor((now - turn) / LIGHT_MS) * LIGHT_MS + turn
}

/** The sun of a place is another when a day begins or ends, or it has risen. */
const sunOf = (
  row: StationRow,
  at: number,
  before: LightPart | null,
): Pick<LightPart, 'sun' | 'sunUntil'> => {
  if (before !== null && before.station.row === row && before.at <= at && at < before.sunUntil) return before
  const sun = sunOfDay(row, at)
  const { endAt } = dayOf(at, row.time_zone)
  return { sun, sunUntil: Math.min(endAt, sun.nextSunriseAt ?? endAt) }
}

/** More than any share is: one band lies behind the other. */
const BAND = 1_000
/** A share above all others. */
const DARK = 2

/** `before`: what was made of the station the last time; null = nothing. */
export const lightPart = (station: HomeStation, at: number, before: LightPart | null): LightPart => {
  const { row, figures } = station
  const { sun, sunUntil } = sunOf(row, at, before)
  const allowedW = litW(row, figures) ?? clearSkyW(row, figures, at)
  const { powerW, todayWh } = figures
  const { capacity_w: capacityW } = row
  const { sunriseAt, sunsetAt, nextSunriseAt, polar } = sun
  const told = { sunriseAt, sunsetAt, nextSunriseAt, polar, powerW, allowedW, capacityW, todayWh }
  const hero = heroOf(told, at)
  const share = shareOfLight(told)
  const needsAttention =
    figures.condition === 'fault' || figures.condition === 'offline' || figures.attention > 0
  const band = bandOf({ needsAttention, hero, powerW, share })
  return {
    station,
    at,
    sun,
    sunUntil,
    hero,
    isUp: isUp(sun, at) ?? hero === 'power',
    allowedW,
    share,
    band,
    order: lightBands.indexOf(band) * BAND + Math.min(BAND - 1, share ?? DARK),
  }
}

/** `lastWh`, `lastKnownW`, `lastWhole`: of the day that each tells of. */
const lights = [
  'bright',
  'up',
  'comparedW',
  'allowedW',
  'capacityW',
  'lastWh',
  'lastKnownW',
  'lastWhole',
  ...lightBands,
] as const
export const light = placesOf(lights)
const noLights = emptyTallies(lights.length)
const noIncome = emptyTallies(1)

/** What stations say together of the light that each has. */
export type LightSums = {
  /** In the order of `light`. */
  readonly sums: Tally
  readonly earned: ReadonlyMap<string, Tally>
  /** Where the sun rises next. */
  readonly next: LightPart | null
  /** The first of the ribbon. */
  readonly cells: readonly LightPart[]
}

/** What needs attention first, then by share. */
const ribbonOrder = (a: LightPart, b: LightPart): number => {
  if (a.order !== b.order) return a.order - b.order
  const [one, other] = [a.station.row, b.station.row]
  if (a.share !== b.share) return (a.share ?? DARK) - (b.share ?? DARK)
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const startSums = () => ({
  sums: noLights(),
  earned: new Map<string, Tally>(),
  next: null as LightPart | null,
  cells: [] as LightPart[],
})
type Growing = ReturnType<typeof startSums>

const earnedIn = (into: Growing, currency: string): Tally => {
  const found = into.earned.get(currency)
  if (found !== undefined) return found
  const tally = noIncome()
  into.earned.set(currency, tally)
  return tally
}

const sooner = (into: Growing, one: LightPart | null): void => {
  const at = one?.sun.nextSunriseAt ?? null
  if (one === null || at === null) return
  const { next } = into
  const by = at - (next?.sun.nextSunriseAt ?? Infinity)
  if (by < 0 || (by === 0 && next !== null && one.station.row.id < next.station.row.id)) into.next = one
}

const addPart = (into: Growing, part: LightPart): void => {
  const { sums } = into
  const { hero, share } = part
  const { row, figures } = part.station
  const { capacity_w: capacityW, tariff } = row
  addAt(sums, light[part.band], 1)
  if (hero === 'power') addAt(sums, light.bright, 1)
  if (part.isUp) addAt(sums, light.up, 1)
  if (share !== null) {
    addAt(sums, light.comparedW, Math.max(0, figures.powerW ?? 0))
    addAt(sums, light.allowedW, part.allowedW)
  }
  addAt(sums, light.capacityW, capacityW)
  const wh = hero === 'yesterday' ? figures.yesterdayWh : figures.todayWh
  const known = hero === 'yesterday' ? figures.yesterdayCoverage : figures.todayCoverage
  if (wh !== null) addAt(sums, light.lastWh, wh)
  if (known !== null) addAt(sums, light.lastKnownW, capacityW * known)
  if (known === 1) addAt(sums, light.lastWhole, 1)
  if (tariff !== null && wh !== null) addAt(earnedIn(into, tariff.currency), 0, (wh / 1000) * tariff.perKwh)
  sooner(into, part)
  putAmong(into.cells, part, ribbonOrder, RIBBON_CELLS)
}

export const lightFold: Fold<LightPart, LightSums> = {
  of: (parts) => {
    const into = startSums()
    for (const part of parts) addPart(into, part)
    return into
  },
  together: (all) => {
    const into = startSums()
    for (const one of all) {
      addTally(into.sums, one.sums)
      for (const [currency, tally] of one.earned) addTally(earnedIn(into, currency), tally)
      sooner(into, one.next)
      putAllAmong(into.cells, one.cells, ribbonOrder, RIBBON_CELLS)
    }
    return into
  },
}
