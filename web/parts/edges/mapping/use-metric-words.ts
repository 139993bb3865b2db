import { useTranslations } from 'use-intl'
import { metrics, type NumberMetric, numberMetrics } from '#domain/telemetry/metrics.ts'

const isNumber = (name: string): name is NumberMetric => numberMetrics.some((one) => one === name)

/** A metric of a mapping in words, with its unit: `p`, `u.1`, `mppt.2.i`, `str.14.i`. */
export const useMetricWords = (): ((to: string) => { name: string; unit: string }) => {
  const of = useTranslations('device.readings')
  const t = useTranslations('mapping')
  const part = { u: of('voltage'), i: of('current'), p: of('power') }
  const units = { u: 'V', i: 'A', p: 'W' }
  const isPart = (name: string | undefined): name is keyof typeof part =>
    name !== undefined && Object.hasOwn(part, name)
  return (to) => {
    const [first = '', n = '', what] = to.split('.')
    if (n === '' && isNumber(first)) return { name: of(metrics[first].view), unit: metrics[first].unit }
    if (first === 'str') return { name: t('string', { n }), unit: units.i }
    if (first === 'mppt' && isPart(what))
      return { name: `${of('tracker')} ${n}: ${part[what]}`, unit: units[what] }
    return isPart(first) ? { name: `${part[first]} L${n}`, unit: units[first] } : { name: to, unit: '' }
  }
}
