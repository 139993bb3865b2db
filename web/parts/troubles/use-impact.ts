import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Trouble } from './use-troubles.ts'

type Impact = Trouble['impact']

/** Less of it is no sum that anybody counts in, whatever the currency: it would read as nothing. */
const LEAST = 0.01

/** `≈ ¥96/h`; cents where there is less than ten of it; null below one. */
export const usePerHour = (): ((of: { amount: number; currency: string }) => string | null) => {
  const t = useTranslations('troubles')
  const format = useFormat()
  return ({ amount, currency }) =>
    amount < LEAST ? null : t('perHour', { money: format.money(amount, currency, amount < 10 ? 2 : 0) })
}

/** What it costs now, in words; null where it makes nothing less. What is not known is said to be so. */
export const useImpact = (): ((impact: Impact) => { power: string; rest: string } | null) => {
  const t = useTranslations('troubles')
  const format = useFormat()
  const perHour = usePerHour()
  return ({ of, powerW, perHour: worth }) => {
    if (of === 'none') return null
    if (of === 'unknown') return { power: '', rest: t('unknown') }
    const power = powerW === null ? t('someUnits') : format.text('power', powerW)
    if (of === 'lost') return { power, rest: worth ? (perHour(worth) ?? t('lost')) : t('noTariff') }
    return { power, rest: t(of === 'dark' ? 'dark' : 'unseen') }
  }
}
