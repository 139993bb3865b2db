/** When a reading was taken, in the server's eyes. Instants are epoch milliseconds. */

/** A device's clock may run ahead of arrival by this much. */
export const CLOCK_AHEAD_MS = 10 * 60_000
/** A live reading may be older than its arrival by this much; a back-filled one by any time. */
export const CLOCK_BEHIND_MS = 24 * 3_600_000
/** 2000-01-01T00:00Z: no reading is older. */
export const EARLIEST_READING_AT = 946_684_800_000

export type TimeRefusal = 'before_2000' | 'older_than_retention'
export type ReadingTime =
  | { refused: TimeRefusal }
  /** `clockWrong`: the device's time was not believed, `ts` is the arrival. */
  | { refused: null; ts: number; clockWrong: boolean }

export type TimeFacts = {
  /** The device's or the message's time; null = none came, the arrival stands without blame. */
  deviceTs: number | null
  hist: boolean
  arrivedAt: number
  /** Readings before this instant are no longer stored. */
  retentionFrom: number
}

/**
 * The instant under which a reading is stored. A clock that is ahead, or of a live reading far behind, is replaced by
 * the arrival: so a clock of 1970 or of next year loses no reading and poisons no "latest".
 */
export const readingTime = ({ deviceTs, hist, arrivedAt, retentionFrom }: TimeFacts): ReadingTime => {
  if (deviceTs === null) return { refused: null, ts: arrivedAt, clockWrong: false }
  const believed = deviceTs <= arrivedAt + CLOCK_AHEAD_MS && (hist || deviceTs >= arrivedAt - CLOCK_BEHIND_MS)
  if (!Number.isFinite(deviceTs) || !believed) return { refused: null, ts: arrivedAt, clockWrong: true }
  const ts = Math.floor(deviceTs)
  if (ts < EARLIEST_READING_AT) return { refused: 'before_2000' }
  if (ts < retentionFrom) return { refused: 'older_than_retention' }
  return { refused: null, ts, clockWrong: false }
}

/** Live values only move forward, and back-fill never moves them. */
export const movesLatest = (latestTs: number | null, reading: { ts: number; hist: boolean }): boolean =>
  !reading.hist && (latestTs === null || reading.ts > latestTs)
