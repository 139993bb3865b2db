import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'

export type Rule = Answer<'GET /api/stations/{stationId}/alarm-rules'>['rules'][number]

/** Units as the reader writes them: minutes are a word. */
export const useRuleUnits = () => {
  const t = useTranslations('alarms')
  const unitWord = (unit: Rule['unit']): string => (unit === 'min' ? t('minutes') : unit)
  return {
    unitWord,
    withUnit: (value: number, unit: Rule['unit']): string =>
      unit === '%' ? `${value}%` : `${value} ${unitWord(unit)}`,
  }
}
