import type { Db } from '../../platform/db/handle.ts'
import { noteVisit } from './share-store.ts'

/** Between two notes of one person at one station. */
const AGAIN_MS = 3_600_000
const mostRemembered = 10_000

export type Visits = {
  /** Remembers a look; reading changes nothing in the database. */
  note: (stationId: string, accountId: string, now: number) => void
  /** Writes what was remembered. */
  flush: (db: Db) => Promise<void>
}

/** Who looks at which station, at most once an hour each: pages read their station again and again. */
export const createVisits = (): Visits => {
  const noted = new Map<string, number>()
  let waiting: { stationId: string; accountId: string; now: number }[] = []
  return {
    note: (stationId, accountId, now) => {
      const key = `${accountId} ${stationId}`
      const last = noted.get(key)
      if (last !== undefined && now - last < AGAIN_MS && now >= last) return
      if (noted.size >= mostRemembered) noted.clear()
      noted.set(key, now)
      if (waiting.length < mostRemembered) waiting.push({ stationId, accountId, now })
    },
    flush: async (db) => {
      const writing = waiting
      waiting = []
      for (const look of writing) await noteVisit(db, look.stationId, look.accountId, look.now)
    },
  }
}
