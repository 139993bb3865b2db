import type { useTranslations } from 'use-intl'
import type { CurveLine } from './curve-lines.ts'

export type LineWords = ReturnType<typeof useTranslations<'device'>>

/** What a line is called; `both` when AC and DC stand beside each other. */
export const nameOfLine = ({ metric, index, ofBalance }: CurveLine, both: boolean, t: LineWords): string => {
  if (metric === 'phaseV' || metric === 'phaseA') return t('line.phase', { n: String(index) })
  if (metric === 'mpptV' || metric === 'mpptA' || metric === 'mpptW')
    return t('line.tracker', { n: String(index) })
  if (metric === 'stringA') return t('strings.string', { n: String(index) })
  if (metric === 'powerW' && ofBalance) return t('line.pvPowerW')
  return t(metric === 'powerW' && both ? 'line.acPower' : `line.${metric}`)
}
