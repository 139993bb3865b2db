import type { Level, UpgradeMode } from './upgrade-states.ts'

/**
 * How long an upgrade takes, by the specification: about 1 minute per 100 KB to the gateway, then about 2 x N minutes
 * per 50 KB to the nodes, N = 3 in normal and 1 in fast mode; KB = 1024 bytes. Nodes of one image are written
 * together; inverters and shutdown devices count like optimizers. All times in ms.
 */
export const KB = 1024
const MINUTE_MS = 60_000
/** Bytes of a minute to the gateway, and of 2 x N minutes to the nodes. Source: the specification. */
const TO_GATEWAY_BYTES = 100 * KB
const TO_NODES_BYTES = 50 * KB
const nOf: Readonly<Record<UpgradeMode, number>> = { normal: 3, fast: 1 }

export const transferMs = (bytes: number): number => (bytes / TO_GATEWAY_BYTES) * MINUTE_MS

/** To the nodes; the gateway's own image goes no further. */
export const distributionMs = (level: Level, bytes: number, mode: UpgradeMode): number =>
  level === 'gateway' ? 0 : (bytes / TO_NODES_BYTES) * 2 * nOf[mode] * MINUTE_MS

export type Estimate = { transferMs: number; distributionMs: number; totalMs: number }

/** One gateway: its images one after the other. */
export const estimateOf = (
  images: readonly { level: Level; bytes: number }[],
  mode: UpgradeMode,
): Estimate => {
  const transfer = images.reduce((sum, { bytes }) => sum + transferMs(bytes), 0)
  const distribution = images.reduce((sum, { level, bytes }) => sum + distributionMs(level, bytes, mode), 0)
  return { transferMs: transfer, distributionMs: distribution, totalMs: transfer + distribution }
}

/** Several gateways: the trial alone, then all others beside each other. */
export const campaignMs = (gateways: readonly { totalMs: number; trial: boolean }[]): number => {
  const longest = (trial: boolean): number =>
    gateways.filter((one) => one.trial === trial).reduce((most, { totalMs }) => Math.max(most, totalMs), 0)
  return longest(true) + longest(false)
}

/** A phase that takes three times its estimate is stalled. Source: the product's definition of a stalled transfer. */
const STALLED = 3
/** A restart or a lost link takes minutes however small the image is. No source: chosen. */
export const STALL_MIN_MS = 5 * MINUTE_MS
export const stallAfterMs = (estimateMs: number): number => Math.max(STALLED * estimateMs, STALL_MIN_MS)

/** For a device to come back and say its version after it was written. No source: chosen. */
export const VERIFY_MS = 15 * MINUTE_MS
/** How long a task may wait for its gateway, daylight or turn before it is given up. No source: chosen. */
export const WAIT_MS = 72 * 60 * MINUTE_MS

/** What is left at the rate seen so far; null before anything was seen. `doneShare` 0 to 1. */
export const remainingMs = (doneShare: number, elapsedMs: number): number | null =>
  doneShare <= 0 || elapsedMs <= 0
    ? null
    : (elapsedMs * (1 - Math.min(1, doneShare))) / Math.min(1, doneShare)
