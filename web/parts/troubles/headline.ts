import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Trouble } from './use-troubles.ts'

/** What is wrong, in one line: the worst alarm, else what its silence or state says. */
export const useHeadline = (): ((trouble: Pick<Trouble, 'alarms' | 'reason'>) => string) => {
  const t = useTranslations('troubles')
  const format = useFormat()
  return ({ alarms: [worst], reason }) => {
    if (worst) return worst.name[format.language]
    return reason ? t(reason) : ''
  }
}
