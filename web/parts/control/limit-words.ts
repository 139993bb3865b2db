import { useTranslations } from 'use-intl'
import { dayAndTime } from '../../kit/words/day-and-time.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { wallDay } from '../../kit/words/wall-clock.ts'
import { limitText } from '../states/limit-text.ts'
import type { LimitEnd } from './limit-groups.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is said of limits: how far, how long, until when, and who ended them. */
export const useLimitWords = (timeZone: string) => {
  const t = useTranslations('limits')
  const format = useFormat()
  /** The time alone where it is of the same day. */
  const at = (ts: number, now: number): string =>
    wallDay(ts, timeZone) === wallDay(now, timeZone)
      ? format.clock(ts, timeZone)
      : dayAndTime(format, ts, timeZone)
  const end = ({ endedBy, ender, endsAt }: LimitEnd, now: number): string => {
    if (endedBy === null) return t('end.holds', { at: at(endsAt, now) })
    if (endedBy !== 'person' || ender === null) return t(`end.${endedBy}`)
    return t(ender.lifted ? 'end.lifted' : 'end.replaced', { by: ender.name })
  }
  return {
    at,
    end,
    /** `60%`, `3.00 kW`. */
    to: (limit: Parameters<typeof limitText>[1]): string => limitText(format, limit) ?? '–',
    left: (ms: number): string => {
      const full = Math.max(0, ms)
      const part = (size: number, of: number): string => String(Math.floor((full % of) / size))
      if (full >= DAY) return t('left.days', { days: String(Math.floor(full / DAY)), hours: part(HOUR, DAY) })
      if (full >= HOUR) return t('left.hours', { hours: part(HOUR, DAY), minutes: part(MINUTE, HOUR) })
      if (full < MINUTE) return t('left.seconds', { seconds: part(SECOND, MINUTE) })
      return t('left.minutes', { minutes: part(MINUTE, HOUR), seconds: part(SECOND, MINUTE) })
    },
    /** What ended it and when; while it holds, until when. */
    ended: (limit: LimitEnd, now: number): string =>
      limit.endedAt === null || limit.endedBy === 'never'
        ? end(limit, now)
        : t('endAt', { end: end(limit, now), at: at(limit.endedAt, now) }),
  }
}
