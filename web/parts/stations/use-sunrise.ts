import { useFormat } from '../../kit/words/use-format.ts'
import { todayIn } from '../../kit/chart/period.ts'

const dayMs = 86_400_000

type Sunrise = { time: string; tomorrow: boolean; day?: never } | { day: string; time?: never }

/** When the sun rises next, by the clock there; the day where that is further off; null = not known. */
export const useSunrise = (): ((at: number | null, timeZone: string, now: number) => Sunrise | null) => {
  const format = useFormat()
  return (at, timeZone, now) => {
    if (at === null) return null
    return at - now < dayMs
      ? { time: format.clock(at, timeZone), tomorrow: todayIn(at, timeZone) !== todayIn(now, timeZone) }
      : { day: format.day(todayIn(at, timeZone), 'short') }
  }
}
