import type { Db } from '../kitchen.ts'
import { noteLook } from './share-store.ts'

/** Between two notes of one person at one station. */
const AGAIN_MS = 3_600_000
const mostRemembered = 10_000

/** Notes who looks at which station, at most once an hour each: pages read their station again and again. */
export const createLooks = () => {
  const noted = new Map<string, number>()
  return {
    note: async (db: Db, stationId: string, accountId: string, now: number): Promise<void> => {
      const key = `${accountId} ${stationId}`
      const last = noted.get(key)
      if (last !== undefined && now - last < AGAIN_MS && now >= last) return
      if (noted.size >= mostRemembered) noted.clear()
      noted.set(key, now)
      await noteLook(db, stationId, accountId, now)
    },
  }
}
