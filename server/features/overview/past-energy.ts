import { isDeepStrictEqual } from 'node:util'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { earlierEnergy } from '../stations/earlier-energy.ts'
import { inChunks, inTurn } from '../../platform/in-turn.ts'
import { lineOf } from '../../platform/kept/lists.ts'
import { loadPast, savePast } from './kept-figures.ts'
import { type LongEnergy, notSummed, type Past, without } from './long-energy.ts'
import {
  energyOf,
  type Kept,
  makeView,
  nothingKept,
  PAST_KEPT_MS,
  placesDue,
  stateOf,
  type Station,
  tell,
  type Today,
  type View,
} from './past-view.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Entries that only grew old are read again few at a time, and of more stations than that without anybody waiting. */
const RENEWED_AT_ONCE = 200
/** Whoever looks has so many renewed once in this time: all of 24,000 within those ten minutes. */
const RENEW_EVERY_MS = 5_000
const READ_AT_ONCE = 250
const FORGOTTEN_MS = 2 * 86_400_000

/** All but when it was read. */
const saysTheSame = (a: Past, b: Past): boolean => isDeepStrictEqual({ ...a, readAt: 0 }, { ...b, readAt: 0 })

type Sources = Pick<Context, 'db' | 'energy'>

/** Of which nothing is known, and those that only grew old: a look at those alone that may be due. */
const dueIn = (
  own: View,
  stations: readonly Station[],
  now: number,
): { missing: Station[]; old: Station[] } => {
  const places = placesDue(own, stations, now)
  const stateAt = stateOf(now)
  const missing: Station[] = []
  for (const at of places ?? stations.keys()) {
    const [station, one] = [stations[at] as Station, own.kept[at] as Kept]
    const state = stateAt(one, station)
    if (state === 'missing') {
      missing.push(station)
      own.stale.add(at)
    } else if (state === 'old') {
      own.old.add(at)
      own.times.set(at, one.until)
    } else own.times.set(at, Math.min(one.until, (one.past?.readAt ?? now) + PAST_KEPT_MS))
  }
  const old = [...own.old.values().take(RENEWED_AT_ONCE)]
  return { missing, old: old.map((at) => stations[at] as Station) }
}

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
  let renewedAt = Number.NEGATIVE_INFINITY
  let view: View | null = null

  const keptOf = (id: string): Kept => {
    const found = kept.get(id)
    if (found !== undefined) return found
    const made = nothingKept(null)
    kept.set(id, made)
    return made
  }

  const load = async (db: Db, now: number): Promise<void> => {
    if (loaded) return
    for (const [id, past] of await loadPast<Past>(db, now)) kept.set(id, nothingKept(past))
    loaded = true
    view = null
  }

  const lookAgain = (id: string): void => {
    const at = view?.placeOf.get(id)
    if (at === undefined) return
    view?.stale.add(at)
    view?.untold.add(at)
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
        lookAgain(id)
      }
    }
  }

  /** Those of which nothing of this day and version is known, and those that only grew old. */
  const due = (stations: readonly Station[], now: number): { missing: Station[]; old: Station[] } => {
    const stateAt = stateOf(now)
    const states = stations.map((one) => stateAt(keptOf(one.id), one))
    return {
      missing: stations.filter((_, at) => states[at] === 'missing'),
      old: stations.filter((_, at) => states[at] === 'old').slice(0, RENEWED_AT_ONCE),
    }
  }

  const viewOf = (stations: readonly Station[]): View | null => {
    const line = lineOf(stations)
    if (line === undefined) return null
    if (view?.line !== line) view = makeView(line, stations, keptOf)
    return view
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
    if (isRenewing || (renewedAt > now - RENEW_EVERY_MS && renewedAt <= now)) return
    isRenewing = true
    renewedAt = now
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
     * Of each station, today included: the same object as before while it tells the same, and of stations whose list
     * follows another the same list. `figures`: what is known of the present day of the one that stands there.
     */
    read: async (
      context: Sources,
      stations: readonly Station[],
      figures: readonly Today[],
      now: number,
    ): Promise<readonly LongEnergy[]> => {
      if (!loaded) await follow(context, stations, now)
      const own = viewOf(stations)
      const { missing, old } = own === null ? due(stations, now) : dueIn(own, stations, now)
      if (missing.length > 0 || (old.length > 0 && stations.length <= RENEWED_AT_ONCE))
        await follow(context, stations, now)
      else if (old.length > 0) void renewLater(context, old, now)
      if (own === null || own !== view)
        return stations.map(({ id }, at) => energyOf(keptOf(id), figures[at]?.todayWh ?? null))
      return tell(own, figures)
    },
  }
}
