import { useTranslations } from 'use-intl'
import {
  REGISTRY_CSV_MAX,
  REGISTRY_LINES_MAX,
  SECRET_MAX,
  SECRET_MIN,
} from '#domain/devices/registry-line.ts'
import { CLAIM_CODE_MAX, MODEL_MAX } from '#domain/devices/limits.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import type { RegistryRow, TableFault } from './read-registry.ts'

/** What keeps a whole table from being read, and what to do about it. */
export const useFaultText = (): ((fault: TableFault) => string) => {
  const t = useTranslations('registry.fault')
  const format = useFormat()
  const between = format.language === 'en' ? ', ' : '、'
  return (fault) => {
    if (fault.fault === 'lines')
      return t('lines', { found: format.number(fault.found), most: format.number(REGISTRY_LINES_MAX) })
    if (fault.fault === 'characters') return t('characters', { most: format.number(REGISTRY_CSV_MAX / 1000) })
    if (fault.fault !== 'head') return t(fault.fault)
    const parts = [
      fault.missing.length > 0 && t('missing', { columns: fault.missing.join(between) }),
      fault.unknown.length > 0 && t('unknown', { columns: fault.unknown.join(between) }),
      fault.twice && t('twice'),
    ]
    return parts.filter(Boolean).join(format.language === 'en' ? ' ' : '')
  }
}

/** What is wrong with a line; null when nothing is. */
export const useProblemText = (): ((problem: RegistryRow['problem']) => string | null) => {
  const t = useTranslations('registry.problem')
  const sentence = useSentence()
  return (problem) => {
    if (problem === null) return null
    if (problem.code === 'twice') return t('twice', { line: String(problem.before) })
    if (problem.code === 'sn_format') return sentence('sn_format') ?? ''
    if (problem.code === 'required') return t('required', { column: problem.column })
    if (problem.column === 'secret')
      return t('secret', { least: String(SECRET_MIN), most: String(SECRET_MAX) })
    if (problem.column === 'secret_hash') return t('secretHash')
    const most = problem.column === 'claim_code' ? CLAIM_CODE_MAX : MODEL_MAX
    return t('text', { column: problem.column, most: String(most) })
  }
}
