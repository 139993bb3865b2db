import * as z from 'zod/mini'
import { alarmId, reportedAlarmLevels } from '#contract/mqtt/alarm.ts'
import type { AlarmMemory, AlarmNews } from '#gateway/alarms.ts'
import type { Facts } from './facts.ts'

const NEWS = 'alarm-news'

const kept = z.array(
  z.discriminatedUnion('ev', [
    z.object({
      ev: z.literal('raise'),
      aid: alarmId,
      sn: z.string(),
      code: z.string(),
      lvl: z.enum(reportedAlarmLevels),
      since: z.number(),
      ctx: z.record(z.string(), z.number()),
    }),
    z.object({ ev: z.literal('clear'), aid: alarmId, ts: z.number() }),
  ]),
)

/** What nobody has heard yet of alarms, on disk; while the disk takes nothing, the memory does. */
export const openAlarmNews = (facts: Facts, log: (line: string) => void): AlarmMemory => {
  const parsed = z.safeParse(kept, facts.read(NEWS))
  let inHand: readonly AlarmNews[] = parsed.success ? parsed.data : []
  return {
    read: () => inHand,
    write(news) {
      inHand = news
      try {
        facts.write(NEWS, news)
      } catch (error) {
        log(`what alarms did could not be kept: ${String(error)}`)
      }
    },
  }
}
