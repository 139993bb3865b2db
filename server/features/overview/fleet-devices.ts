import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/handle.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { stationsChanged, type StationsRead } from '../stations/changed-store.ts'
import { type BothWaysRow, metersAndBatteries } from '../stations/find-balance.ts'
import { invertersOf } from '../telemetry/reading-store.ts'
import { HELD_MS } from './kept-figures.ts'

export type FleetInverter = Awaited<ReturnType<typeof invertersOf>>[number]

/** Of a station. Never changed, but replaced: who derives something of it may keep that as long as it is the same. */
export type StationDevices = {
  /** Those included that were removed in the last 26 hours. */
  readonly inverters: readonly FleetInverter[]
  readonly bothWays: readonly BothWaysRow[]
}

export type FleetDevices = {
  /** Reads what was written since the call before, and these stations, which nothing is known of yet. */
  follow: (db: Db, unknown: readonly string[], now: number) => Promise<void>
  of: (stationId: string) => StationDevices
  has: (stationId: string) => boolean
  /** A set that is told each station of which something was written, until whoever asked has taken it out. */
  watch: () => Set<string>
  unwatch: (watching: Set<string>) => void
}

const none: StationDevices = { inverters: [], bothWays: [] }

/** The one before, where nothing of it has changed. */
const same = <T>(before: T | undefined, fresh: T): T =>
  before !== undefined && isDeepStrictEqual(before, fresh) ? before : fresh

/**
 * Inverters, meters and batteries of very many stations as this server has read them. A look reads those of stations of
 * which something was written since, and is answered as if it had read all.
 */
export const createFleetDevices = (): FleetDevices => {
  const held = new Map<string, StationDevices>()
  const watching = new Set<Set<string>>()
  let before: StationsRead | null = null
  const turn = inTurn()

  const read = async (db: Db, ids: readonly string[], now: number): Promise<void> => {
    if (ids.length === 0) return
    const [inverters, bothWays] = await Promise.all([
      invertersOf(db, ids, now - HELD_MS),
      metersAndBatteries(db, ids),
    ])
    const invertersAt = Map.groupBy(inverters, ({ stationId }) => stationId)
    const bothWaysAt = Map.groupBy(bothWays, ({ stationId }) => stationId)
    for (const id of ids) {
      const before = held.get(id)
      const fresh = {
        inverters: same(before?.inverters, invertersAt.get(id) ?? none.inverters),
        bothWays: same(before?.bothWays, bothWaysAt.get(id) ?? none.bothWays),
      }
      const changed = fresh.inverters !== before?.inverters || fresh.bothWays !== before.bothWays
      if (changed) held.set(id, fresh)
    }
  }

  return {
    follow: (db, unknown, now) =>
      turn(async () => {
        const found = await stationsChanged(db, before)
        const changed = found.ids === null ? [...held.keys()] : found.ids.filter((id) => held.has(id))
        await read(db, [...changed, ...unknown.filter((id) => !held.has(id))], now)
        // Where reading failed it is read again.
        before = found.read
        for (const set of watching) for (const id of changed) set.add(id)
      }),
    of: (id) => held.get(id) ?? none,
    has: (id) => held.has(id),
    watch: () => {
      const set = new Set<string>()
      watching.add(set)
      return set
    },
    unwatch: (set) => {
      watching.delete(set)
    },
  }
}
