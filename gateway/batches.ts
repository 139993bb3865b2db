import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { maxMessageBytes } from '#contract/mqtt/topics.ts'

/** Devices in one message. */
export const BATCH_DEVICES = 60
/** Room for the envelope around the items. */
const BATCH_BYTES = maxMessageBytes - 1024

/** Splits readings into batches that fit one message each; the order is kept. Wire texts are ASCII: a character is a byte. */
export function batches(items: readonly TelemetryItem[]): TelemetryItem[][] {
  const all: TelemetryItem[][] = []
  let batch: TelemetryItem[] = []
  let bytes = 0
  for (const item of items) {
    // Long items are those with many trackers; only they are worth measuring.
    const size = item.m.mppt ? JSON.stringify(item).length + 1 : 320
    if (batch.length === BATCH_DEVICES || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      all.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) all.push(batch)
  return all
}
