import { useTranslations } from 'use-intl'

const minute = 60_000

/** How long something takes, in the two coarsest units: `3 h 20 min`. */
export const useDuration = (): ((ms: number) => string) => {
  const t = useTranslations('orders')
  return (ms) => {
    const all = Math.max(0, Math.round(ms / minute))
    const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60]
    const values = { days: String(days), hours: String(hours), minutes: String(minutes) }
    if (days > 0) return t(hours > 0 ? 'daysHours' : 'wholeDays', values)
    if (hours > 0) return t(minutes > 0 ? 'hoursMinutes' : 'hours', values)
    return t('minutes', values)
  }
}
