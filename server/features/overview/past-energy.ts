import { isDeepStrictEqual } from 'node:util'
import { type LocalDay, localDayAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { type Earlier, earlierEnergy } from '../stations/earlier-energy.ts'
import type { EnergyTotals } from '../telemetry/energy-totals.ts'
import { inChunks, inTurn } from '../../platform/in-turn.ts'
import { loadPast, type PastRead, savePast } from './kept-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Wh of the station's month, year and life; null = nothing known. */
type LongWh = { monthWh: number | null; yearWh: number | null; lifetimeWh: number | null }
export type LongEnergy = LongWh & NotSummed & { earlier: readonly Earlier[] }
/** What the energy of the present day is not added to. */
type NotSummed = Pick<
  EnergyTotals,
  'todaySharedWh' | 'monthSharedWh' | 'yearSharedWh' | 'lifetimeSince' | 'coverage'
>
type Past = LongEnergy & PastRead

/** Of a station without inverters. */
export const noEnergy: LongEnergy = {
  monthWh: null,
  yearWh: null,
  lifetimeWh: null,
  todaySharedWh: 0,
  monthSharedWh: 0,
  yearSharedWh: 0,
  lifetimeSince: null,
  coverage: { today: null, month: null, year: null, lifetime: null },
  earlier: [],
}
const notSummed = ({
  todaySharedWh,
  monthSharedWh,
  yearSharedWh,
  lifetimeSince,
  coverage,
}: NotSummed = noEnergy): NotSummed => ({
  todaySharedWh,
  monthSharedWh,
  yearSharedWh,
  lifetimeSince,
  coverage,
})
/** `version`: a price may have been entered since. */
type Station = Pick<StationRow, 'id' | 'time_zone' | 'version'>

/** Late readings that change a day gone by are seen by the look after this time at the latest. */
export const PAST_KEPT_MS = 10 * 60_000
/** Entries that only grew old are read again few at a time, and of more stations than that without anybody waiting. */
const RENEWED_AT_ONCE = 200
const READ_AT_ONCE = 250
const FORGOTTEN_MS = 2 * 86_400_000

const without = (whole: number | null, today: number | null): number | null =>
  whole === null ? null : Math.max(0, whole - (today ?? 0))
const plus = (past: number | null, today: number | null): number | null =>
  past === null ? today : past + (today ?? 0)

/** With the energy of the present day. */
const withToday = (past: Past | null, today: number | null): LongEnergy => ({
  ...notSummed(past ?? noEnergy),
  earlier: past?.earlier ?? [],
  monthWh: plus(past?.monthWh ?? null, today),
  yearWh: plus(past?.yearWh ?? null, today),
  lifetimeWh: plus(past?.lifetimeWh ?? null, today),
})

/** What is kept of a station; `from`, `until`: its local day; `told`: what was told last, and with which energy of today. */
type Kept = {
  past: Past | null
  from: number
  until: number
  told: { today: number | null; energy: LongEnergy } | null
}
const nothingKept = (past: Past | null): Kept => ({ past, from: 0, until: 0, told: null })

/** All but when it was read. */
const saysTheSame = (a: Past, b: Past): boolean => isDeepStrictEqual({ ...a, readAt: 0 }, { ...b, readAt: 0 })

/** The object of before, as long as it tells the same. */
const energyOf = (kept: Kept, today: number | null): LongEnergy => {
  if (kept.told === null || kept.told.today !== today)
    kept.told = { today, energy: withToday(kept.past, today) }
  return kept.told.energy
}

type Sources = Pick<Context, 'db' | 'energy'>

/**
 * Energy before today, kept for fleets so large that adding up a year of days takes longer than a screen may wait.
 * Today's energy comes fresh with each call; the day changes with each station's own calendar. The first call of a server
 * begins with what the last one has kept.
 */
export const createPastEnergy = () => {
  const kept = new Map<string, Kept>()
  let loaded = false
  let isRenewing = false
  const turn = inTurn()
  /** The stations of the call before, and what is kept of each, in their order. */
  let before: readonly Station[] = []
  let keptBefore: Kept[] = []
  /** What was told last, in the order of those stations. */
  let toldBefore: readonly LongEnergy[] = []

  const keptOf = (id: string): Kept => {
    const found = kept.get(id)
    if (found !== undefined) return found
    const made = nothingKept(null)
    kept.set(id, made)
    return made
  }

  /** In the order of the stations. */
  const keptOfAll = (stations: readonly Station[]): readonly Kept[] => {
    if (stations === before) return keptBefore
    keptBefore = stations.map((one, at) =>
      one === before[at] ? (keptBefore[at] ?? keptOf(one.id)) : keptOf(one.id),
    )
    before = stations
    return keptBefore
  }

  /** Of each the object of before while it tells the same, and the list of before while all do. */
  const tell = (
    stations: readonly Station[],
    todayWh: (at: number) => number | null,
  ): readonly LongEnergy[] => {
    const all = keptOfAll(stations)
    const energies = (at: number): LongEnergy => energyOf(all[at] as Kept, todayWh(at))
    if (toldBefore.length === all.length && toldBefore.every((one, at) => one === energies(at)))
      return toldBefore
    toldBefore = all.map((_, at) => energies(at))
    return toldBefore
  }

  const load = async (db: Db, now: number): Promise<void> => {
    if (loaded) return
    for (const [id, past] of await loadPast<Past>(db, now)) kept.set(id, nothingKept(past))
    loaded = true
    before = []
  }

  const readAnew = async ({ db, energy }: Sources, stations: readonly Station[], now: number) => {
    for (const some of inChunks(stations, READ_AT_ONCE)) {
      const places = some.map(({ id, time_zone }) => ({ id, timeZone: time_zone }))
      const totals = await energy.stationTotals(db, places, now)
      const earlier = await earlierEnergy({ db, energy }, places, now)
      for (const { id, time_zone, version } of some) {
        const found = totals.get(id)
        const today = found?.todayWh ?? null
        const { day, startAt, endAt } = localDayAt(now, time_zone)
        const past: Past = {
          ...notSummed(found),
          day,
          readAt: now,
          version,
          earlier: earlier.get(id) ?? [],
          monthWh: without(found?.monthWh ?? null, today),
          yearWh: without(found?.yearWh ?? null, today),
          lifetimeWh: without(found?.lifetimeWh ?? null, today),
        }
        const own = keptOf(id)
        if (own.past === null || !saysTheSame(own.past, past)) own.told = null
        own.past = past
        own.from = startAt
        own.until = endAt
      }
    }
  }

  /** Those of which nothing of this day and version is known, and those that only grew old. */
  const due = (stations: readonly Station[], now: number): { missing: Station[]; old: Station[] } => {
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
    const missing: Station[] = []
    const old: Station[] = []
    const all = keptOfAll(stations)
    for (let at = 0; at < stations.length; at += 1) {
      const station = stations[at] as Station
      const own = all[at] as Kept
      if (own.past === null || own.past.version !== station.version || !isOfToday(own, station))
        missing.push(station)
      else if (own.past.readAt <= now - PAST_KEPT_MS) old.push(station)
    }
    return { missing, old: old.slice(0, RENEWED_AT_ONCE) }
  }

  /** Reads what is not known, or has grown old. */
  const follow = (context: Sources, stations: readonly Station[], now: number): Promise<void> =>
    turn(async () => {
      await load(context.db, now)
      const { missing, old } = due(stations, now)
      await readAnew(context, [...missing, ...old], now)
    })

  /** For the looks to come; what fails is read by one of those. */
  const renewLater = async (context: Sources, stations: readonly Station[], now: number): Promise<void> => {
    if (isRenewing) return
    isRenewing = true
    try {
      await turn(() => readAnew(context, stations, now))
    } catch {
      // The next look tries again.
    } finally {
      isRenewing = false
    }
  }

  return {
    follow,
    /** Keeps what is in memory for the next server. What has not been read for two days is of a station that is gone. */
    save: (db: Db, now: number): Promise<void> =>
      turn(async () => {
        const lately = new Map<string, Past>()
        for (const [id, { past }] of kept)
          if (past !== null && past.readAt > now - FORGOTTEN_MS) lately.set(id, past)
        if (lately.size > 0) await savePast(db, lately, now)
      }),
    /**
     * Of each station, today included: the same object as before while it tells the same. `todayWh` gives what is known
     * of the present day of the one that stands there.
     */
    read: async (
      context: Sources,
      stations: readonly Station[],
      todayWh: (at: number) => number | null,
      now: number,
    ): Promise<readonly LongEnergy[]> => {
      const { missing, old } = loaded ? due(stations, now) : { missing: stations, old: [] }
      if (missing.length > 0 || (old.length > 0 && stations.length <= RENEWED_AT_ONCE))
        await follow(context, stations, now)
      else if (old.length > 0) void renewLater(context, old, now)
      return tell(stations, todayWh)
    },
  }
}
