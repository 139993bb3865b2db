import { dayAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type EnergyChoice, limitsOf } from '../telemetry/energy-bars.ts'
import { type KnownTimes, readKnownTimes } from '../telemetry/known-times.ts'
import { daysOfStay, FIRST_DAY } from './stay-energy.ts'
import type { StayTime } from './stay-store.ts'

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/**
 * What is known of the devices of a place over the days that each hung there wholly. Of a day on which one came or went
 * nothing is asked, as of the day on which a device is removed; nor of days on which nothing hung there.
 */
export const knownOfStays = async (
  db: Db,
  stays: readonly StayTime[],
  choice: EnergyChoice,
  now: number,
): Promise<KnownTimes> => {
  const nos = [...new Set(stays.map(({ no }) => no))]
  // By single days: a month may begin with one device and end with the next.
  const times = await readKnownTimes(db, nos, { length: 10, limits: limitsOf(choice) }, now)
  const today = dayAt(now, choice.timeZone)
  const days = stays.map((stay) => ({ no: stay.no, ...daysOfStay(stay, choice.timeZone) }))
  return {
    since: times.since,
    devices: (period) =>
      days.flatMap(({ no, first, last }) => {
        const fromDay = later(first, period?.fromDay ?? FIRST_DAY)
        const toDay = earlier(last, period?.toDay ?? today)
        if (fromDay > toDay) return []
        const [begin, end] = [later(fromDay, times.since ?? today), earlier(toDay, today)]
        const booked = begin > end ? [] : daysFromTo(begin, end)
        return times.devices({ fromDay, toDay }, booked).filter((one) => one.no === no)
      }),
  }
}
