import { dayAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { type Earlier, earlierEnergy } from '../stations/earlier-energy.ts'
import type { EnergyTotals } from '../telemetry/energy-totals.ts'
import { inChunks, inTurn } from '../../platform/in-turn.ts'
import { loadPast, type PastRead, savePast } from './kept-figures.ts'
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
type Station = { id: string; timeZone: string; version: number }

/** Late readings that change a day gone by are seen after this time at the latest. */
export const PAST_KEPT_MS = 10 * 60_000
/** Entries that only grew old are read again few at a time, so that no request waits for all. */
const RENEWED_AT_ONCE = 200
const READ_AT_ONCE = 250
const FORGOTTEN_MS = 2 * 86_400_000

const without = (whole: number | null, today: number | null): number | null =>
  whole === null ? null : Math.max(0, whole - (today ?? 0))
const plus = (past: number | null, today: number | null): number | null =>
  past === null ? today : past + (today ?? 0)

/**
 * Energy before today, kept for fleets so large that adding up a year of days takes longer than a screen may wait.
 * Today's energy comes fresh with each call; the day changes with each station's own calendar. The first call of a server
 * begins with what the last one has kept.
 */
export const createPastEnergy = () => {
  let kept = new Map<string, Past>()
  let loaded = false
  const turn = inTurn()

  const read = async ({ db, energy }: Pick<Context, 'db' | 'energy'>, stations: Station[], now: number) => {
    for (const some of inChunks(stations, READ_AT_ONCE)) {
      const totals = await energy.stationTotals(db, some, now)
      const earlier = await earlierEnergy({ db, energy }, some, now)
      for (const { id, timeZone, version } of some) {
        const found = totals.get(id)
        const today = found?.todayWh ?? null
        kept.set(id, {
          ...notSummed(found),
          day: dayAt(now, timeZone),
          readAt: now,
          version,
          earlier: earlier.get(id) ?? [],
          monthWh: without(found?.monthWh ?? null, today),
          yearWh: without(found?.yearWh ?? null, today),
          lifetimeWh: without(found?.lifetimeWh ?? null, today),
        })
      }
    }
  }

  const due = (stations: readonly Station[], now: number): Station[] => {
    const days = new Map<string, string>()
    const today = (zone: string): string => {
      const day = days.get(zone) ?? dayAt(now, zone)
      days.set(zone, day)
      return day
    }
    const missing: Station[] = []
    const old: Station[] = []
    for (const station of stations) {
      const past = kept.get(station.id)
      if (past === undefined || past.day !== today(station.timeZone) || past.version !== station.version)
        missing.push(station)
      else if (past.readAt <= now - PAST_KEPT_MS) old.push(station)
    }
    return [...missing, ...old.slice(0, RENEWED_AT_ONCE)]
  }

  /** Reads what is not known, or has grown old. */
  const follow = (
    context: Pick<Context, 'db' | 'energy'>,
    stations: readonly Station[],
    now: number,
  ): Promise<void> =>
    turn(async () => {
      if (!loaded) kept = await loadPast<Past>(context.db, now)
      loaded = true
      await read(context, due(stations, now), now)
    })
  return {
    follow,
    /** Keeps what is in memory for the next server. What has not been read for two days is of a station that is gone. */
    save: (db: Db, now: number): Promise<void> =>
      turn(async () => {
        const lately = [...kept].filter(([, { readAt }]) => readAt > now - FORGOTTEN_MS)
        if (lately.length > 0) await savePast(db, new Map(lately), now)
      }),
    /** By station id, today included. `todayWh` gives what is known of the station's present day. */
    read: async (
      context: Pick<Context, 'db' | 'energy'>,
      stations: readonly Station[],
      todayWh: (id: string) => number | null,
      now: number,
    ): Promise<Map<string, LongEnergy>> => {
      await follow(context, stations, now)
      return new Map(
        stations.map(({ id }) => {
          const past = kept.get(id)
          const today = todayWh(id)
          return [
            id,
            {
              ...notSummed(past),
              earlier: past?.earlier ?? [],
              monthWh: plus(past?.monthWh ?? null, today),
              yearWh: plus(past?.yearWh ?? null, today),
              lifetimeWh: plus(past?.lifetimeWh ?? null, today),
            },
          ]
        }),
      )
    },
  }
}
