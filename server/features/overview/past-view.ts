import { type LocalDay, localDayAt } from '#domain/telemetry/local-days.ts'
import { createDueTimes, type DueTimes } from '../../platform/kept/due-times.ts'
import { beginLine, placesChanged, placesOfAll, withOthers } from '../../platform/kept/lists.ts'
import type { StationRow } from '../stations/station-store.ts'
import { type LongEnergy, type Past, withToday } from './long-energy.ts'

/** `version`: a price may have been entered since. */
export type Station = Pick<StationRow, 'id' | 'time_zone' | 'version'>

/** Late readings that change a day gone by are seen by the look after this time at the latest. */
export const PAST_KEPT_MS = 10 * 60_000
/** What is kept of a station; `from`, `until`: its local day; `told`: what was told last, and with which energy of today. */
export type Kept = {
  past: Past | null
  from: number
  until: number
  told: { today: number | null; energy: LongEnergy } | null
}
export const nothingKept = (past: Past | null): Kept => ({ past, from: 0, until: 0, told: null })

/** The object of before, as long as it tells the same. */
export const energyOf = (kept: Kept, today: number | null): LongEnergy => {
  if (kept.told === null || kept.told.today !== today)
    kept.told = { today, energy: withToday(kept.past, today) }
  return kept.told.energy
}

export type Today = { todayWh: number | null }

/**
 * Stations whose list others follow, as they were at the look before: which are due is found without a look at all of
 * them. `stale`: what is kept of them was read since, `untold`: and not told yet; `old`: they wait to be read again.
 */
export type View = {
  line: object
  stations: readonly Station[]
  placeOf: ReadonlyMap<string, number>
  kept: readonly Kept[]
  times: DueTimes
  now: number
  stale: Set<number>
  untold: Set<number>
  old: Set<number>
  figures: readonly Today[]
  told: readonly LongEnergy[]
}

export const makeView = (line: object, stations: readonly Station[], keptOf: (id: string) => Kept): View => ({
  line,
  stations,
  placeOf: new Map(stations.map(({ id }, at) => [id, at])),
  kept: stations.map(({ id }) => keptOf(id)),
  times: createDueTimes(),
  now: Number.NEGATIVE_INFINITY,
  stale: new Set(),
  untold: new Set(),
  old: new Set(),
  figures: [],
  told: [],
})

/** Looks that are asked for at nearly the same time pass each other: whose day had not begun at the earlier one. */
const placesBefore = ({ kept }: View, now: number): number[] =>
  kept.flatMap(({ from }, at) => (now < from ? [at] : []))

/** Which stations may be due; null: any. */
export const placesDue = (own: View, stations: readonly Station[], now: number): Set<number> | null => {
  const isFirst = own.now === Number.NEGATIVE_INFINITY
  const due = now < own.now ? placesBefore(own, now) : own.times.take(now)
  const places = isFirst ? null : placesOfAll([placesChanged(stations, own.stations), own.stale, due])
  if (places === null) {
    own.times = createDueTimes()
    own.old.clear()
  }
  for (const at of places ?? []) own.old.delete(at)
  own.stations = stations
  own.now = Math.max(own.now, now)
  own.stale.clear()
  return places
}

/** Of each the object of before while it tells the same, and the list of before while all do. */
export const tell = (own: View, figures: readonly Today[]): readonly LongEnergy[] => {
  const energyAt = (at: number): LongEnergy => energyOf(own.kept[at] as Kept, figures[at]?.todayWh ?? null)
  const isFirst = own.told.length !== own.kept.length
  const places = isFirst ? null : placesOfAll([placesChanged(figures, own.figures), own.untold])
  own.figures = figures
  own.untold.clear()
  if (isFirst) {
    own.told = own.kept.map((_, at) => energyAt(at))
    beginLine(own.told)
  } else {
    const changed = [...(places ?? own.kept.keys())].filter((at) => energyAt(at) !== own.told[at])
    own.told = withOthers(own.told, new Map(changed.map((at) => [at, energyAt(at)])))
  }
  return own.told
}

/** By its own calendar, with what a day is by each zone at hand. */
export const stateOf = (now: number) => {
  const days = new Map<string, LocalDay>()
  const dayOf = (zone: string): LocalDay => {
    const day = days.get(zone) ?? localDayAt(now, zone)
    days.set(zone, day)
    return day
  }
  const isOfToday = (own: Kept, station: Station): boolean => {
    if (own.from <= now && now < own.until) return true
    const { day, startAt, endAt } = dayOf(station.time_zone)
    if (own.past?.day !== day) return false
    own.from = startAt
    own.until = endAt
    return true
  }
  return (own: Kept, station: Station): 'missing' | 'old' | 'known' =>
    own.past === null || own.past.version !== station.version || !isOfToday(own, station)
      ? 'missing'
      : own.past.readAt <= now - PAST_KEPT_MS
        ? 'old'
        : 'known'
}
