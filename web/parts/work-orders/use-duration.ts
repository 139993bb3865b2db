import { useTranslations } from 'use-intl'

const minute = 60_000

/** From here on nobody counts the smaller unit where there is little room, in minutes. */
const [TEN_HOURS, TEN_DAYS] = [600, 14_400]

/** How long something takes, in the two coarsest units: `3 h 20 min`; `rough`: from ten of the larger one on in that alone. */
export const useDuration = (): ((ms: number, rough?: 'rough') => string) => {
  const t = useTranslations('orders')
  return (ms, rough) => {
    const exact = Math.max(0, Math.round(ms / minute))
    const step = rough === undefined || exact < TEN_HOURS ? 1 : exact < TEN_DAYS ? 60 : 1440
    const all = exact - (exact % step)
    const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
    const values = { days: String(days), hours: String(hours), minutes: String(minutes) }
    if (days > 0) return t(hours > 0 ? 'daysHours' : 'wholeDays', values)
    if (hours > 0) return t(minutes > 0 ? 'hoursMinutes' : 'hours', values)
    return t('minutes', values)
  }
}
