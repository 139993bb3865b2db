import { isOwnCode } from './alarm-kinds.ts'
import { partsOfInstance } from './same-cause.ts'

/**
 * What a device says to be over may come back at once: a value that dances about its limit is one fault. So its alarm
 * stays open for an end time, and closes then, at the moment it was over. Our rules wait before they say that something
 * is over, each as long as its own figures need.
 */

export const END_TIME_MIN = 15
/** Three reports of five minutes. No source: chosen between the end times of our rules, 5 minutes to 2 hours. */
export const END_TIME_MS = END_TIME_MIN * 60_000

export type AlarmPart = { instance: string; clearedAt: number | null }
export type AlarmEnd = { clearedAt: number; closesAt: number }

/** When everything of an alarm was over, and when it closes unless something comes back; null while anything goes on. */
export const endOf = (
  { code, occurredAt }: { code: string; occurredAt: number },
  parts: readonly AlarmPart[],
): AlarmEnd | null => {
  let end: AlarmEnd = { clearedAt: occurredAt, closesAt: occurredAt }
  for (const { instance, clearedAt } of parts) {
    if (clearedAt === null) return null
    const waits = isOwnCode(partsOfInstance(instance).code ?? code) ? 0 : END_TIME_MS
    end = {
      clearedAt: Math.max(clearedAt, end.clearedAt),
      closesAt: Math.max(clearedAt + waits, end.closesAt),
    }
  }
  return end
}
