import { useTranslations } from 'use-intl'
import { reasonSentence } from '#domain/upgrades/reasons.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Block, PackageBlock } from './upgrade-queries.ts'

const minute = 60_000
const KB = 1024

/** Reasons, spans of time and sizes in words. */
export const useUpgradeWords = () => {
  const t = useTranslations('upgrades')
  const { language, number } = useFormat()
  /** `3 h 20 min`; to the minute. */
  const duration = (ms: number): string => {
    const all = Math.round(Math.max(0, ms) / minute)
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    const values = { hours: String(hours), minutes: String(minutes) }
    if (all === 0) return t('under')
    return hours === 0 ? t('minutes', values) : minutes === 0 ? t('hours', values) : t('hoursMinutes', values)
  }
  return {
    /** Why something did not go well; what a gateway says of its own stands as it came. */
    code: (code: string): string => reasonSentence(code, language),
    /** Why a gateway cannot be upgraded; with the devices when it is about those behind it. */
    block: ({ reason, devices, sns }: Block, gatewaySn: string): string => {
      const sentence = reasonSentence(reason, language)
      if (devices === 0 || (sns.length === 1 && sns[0] === gatewaySn)) return sentence
      const shown = sns.slice(0, 2).join(language === 'en' ? ', ' : '、')
      return t('blocks.some', {
        reason: sentence.replace(/[.。]$/, ''),
        count: devices,
        sns: sns.length > 2 || devices > sns.length ? `${shown} …` : shown,
      })
    },
    packageBlock: (block: PackageBlock): string =>
      block === 'not_approved' ? t('blocks.not_approved') : reasonSentence(block, language),
    duration,
    /** The same of what is left. */
    left: (ms: number): string =>
      ms < minute / 2 ? t('remainingUnder') : t('remaining', { time: duration(ms) }),
    /** `600 KB`, `4 MB`; KB = 1024 bytes, as the estimate counts. */
    bytes: (bytes: number): string =>
      bytes >= KB * KB ? `${number(bytes / KB / KB, 1)} MB` : `${number(bytes / KB, 0)} KB`,
  }
}
