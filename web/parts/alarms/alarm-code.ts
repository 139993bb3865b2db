import type { useTranslations } from 'use-intl'

/** A rule of ours: its code says what its name says. */
export const isOwnRule = (code: string): boolean => code.startsWith('RULE-')

/** The code that its maker gives an alarm. */
export const alarmCode = (
  words: ReturnType<typeof useTranslations<'alarms'>>,
  code: string,
): string | false => !isOwnRule(code) && words('codeIs', { code })
