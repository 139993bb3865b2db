import type { useTranslations } from 'use-intl'
import type { Alarm } from './use-alarms.ts'

/** A rule of ours: its code says what its name says. */
export const isOwnRule = (code: string): boolean => code.startsWith('RULE-')

/** The code that its maker gives it, and how often it came where that is more than once. */
export const codeAndCount = (
  words: ReturnType<typeof useTranslations<'alarms'>>,
  { code, count }: Pick<Alarm, 'code' | 'count'>,
): (string | false)[] => [
  !isOwnRule(code) && words('codeIs', { code }),
  count > 1 && words('times', { count }),
]
