/** When a reading was taken, in the server's eyes. Instants are epoch milliseconds. */

/** A device's clock may run ahead of arrival by this much. Source: the product's wire rules. */
export const CLOCK_AHEAD_MS = 10 * 60_000
/** A live reading may be older than its arrival by this much; a back-filled one by any time. Source: the product's wire rules. */
export const CLOCK_BEHIND_MS = 24 * 3_600_000
/** 2000-01-01T00:00Z: no reading is older. Source: the product's rules for readings. */
export const EARLIEST_READING_AT = 946_684_800_000

export type TimeRefusal = 'before_2000' | 'older_than_retention'
export type ReadingTime =
  | { refused: TimeRefusal }
  /** `clockWrong`: the device's time was not believed, `ts` is the arrival. */
  | { refused: null; ts: number; clockWrong: boolean }

type TimeFacts = {
  /** The device's or the message's time; null = none came, the arrival stands without blame. */
  deviceTs: number | null
  hist: boolean
  arrivedAt: number
  /** Readings before this instant are no longer stored. */
  retentionFrom: number
  /** How late its gateway's clock makes a live reading (`clockIsLate`); absent or null = nothing is known against it. */
  lateMs?: number | null
}

/** Whether a time can be right, as far as one reading tells. */
export const believesClock = (deviceTs: number, arrivedAt: number, hist: boolean): boolean =>
  deviceTs <= arrivedAt + CLOCK_AHEAD_MS && (hist || deviceTs >= arrivedAt - CLOCK_BEHIND_MS)

/**
 * The instant under which a reading is stored. A clock that is ahead, or of a live reading far behind, is replaced by
 * the arrival: so a clock of 1970 or of next year loses no reading and poisons no "latest".
 */
export const readingTime = (facts: TimeFacts): ReadingTime => {
  const { deviceTs, hist, arrivedAt, retentionFrom, lateMs = null } = facts
  if (deviceTs === null) return { refused: null, ts: arrivedAt, clockWrong: false }
  if (!Number.isFinite(deviceTs) || !believesClock(deviceTs, arrivedAt, hist))
    return { refused: null, ts: arrivedAt, clockWrong: true }
  // The newest of a message is put where it arrived, the others as far before it as they say.
  if (lateMs !== null && !hist)
    return { refused: null, ts: Math.min(Math.floor(deviceTs + lateMs), arrivedAt), clockWrong: true }
  const ts = Math.floor(deviceTs)
  if (ts < EARLIEST_READING_AT) return { refused: 'before_2000' }
  if (ts < retentionFrom) return { refused: 'older_than_retention' }
  return { refused: null, ts, clockWrong: false }
}

/** Live values only move forward, and back-fill never moves them. */
export const movesLatest = (latestTs: number | null, reading: { ts: number; hist: boolean }): boolean =>
  !reading.hist && (latestTs === null || reading.ts > latestTs)
