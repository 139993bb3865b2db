/**
 * A clock that is wrong by less than what `readingTime` refuses at once shows itself by steadiness: the newest reading
 * of each live message comes late (or early) by about the same. What is sent late for another reason comes in a burst,
 * or ever less late. Instants are epoch ms; late = arrival less the newest reading's time, negative = the clock is ahead.
 */
export type ClockHeard = { lateMs: number; reports: number; at: number }

/** From so many reporting intervals on it is a clock. Source: the product's wire rules. */
const FROM_INTERVALS = 2
/** Reports in a row that agree, each at least half an interval after the one before. No source: chosen. */
const STEADY_REPORTS = 3

/** Whether it is more than what sampling and sending take. */
export const isLate = (lateMs: number, reportMin: number): boolean =>
  Math.abs(lateMs) >= FROM_INTERVALS * reportMin * 60_000

/** About the same: within half an interval, in which nothing that was waiting becomes steady. */
export const aboutAsLate = (a: number, b: number, reportMin: number): boolean =>
  Math.abs(a - b) <= (reportMin * 60_000) / 2

/** What a gateway said of its clock when it connected, or what was found before: it needs no further proof. */
export const clockKnown = (offsetMs: number | null, reportMin: number): ClockHeard | null =>
  offsetMs !== null && isLate(-offsetMs, reportMin)
    ? { lateMs: -offsetMs, reports: STEADY_REPORTS, at: -Infinity }
    : null

/** One live message more; null = its clock gives no reason for doubt. */
export const hearClock = (
  known: ClockHeard | null,
  { lateMs, arrivedAt, reportMin }: { lateMs: number; arrivedAt: number; reportMin: number },
): ClockHeard | null => {
  if (!isLate(lateMs, reportMin)) return null
  if (known === null || !aboutAsLate(known.lateMs, lateMs, reportMin))
    return { lateMs, reports: 1, at: arrivedAt }
  // A burst is one report.
  if (arrivedAt - known.at < (reportMin * 60_000) / 2) return known
  return { lateMs, reports: known.reports + 1, at: arrivedAt }
}

/** How late its clock makes a message that came so late; null = its time is believed. */
export const clockIsLate = (known: ClockHeard | null, lateMs: number, reportMin: number): number | null =>
  known !== null && known.reports >= STEADY_REPORTS && aboutAsLate(known.lateMs, lateMs, reportMin)
    ? lateMs
    : null
