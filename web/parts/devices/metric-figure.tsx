import { useTranslations } from 'use-intl'
import { metrics, numberMetrics, numberOf, type NumberView } from '#domain/telemetry/metrics.ts'
import { Figure } from '../../kit/figure.tsx'
import type { DeviceDetail } from './device-facts.ts'

type Reading = NonNullable<DeviceDetail['latest']>

type MetricFigureProps = {
  of: NumberView
  reading: Reading
  old: boolean
  /** Another word for it, where the kind of device has one. */
  name?: 'voltage' | 'current' | undefined
}

/** One metric of the newest reading, written as the catalogue says; a dash where it was not measured. */
export function MetricFigure({ of, reading, old, name }: MetricFigureProps) {
  const t = useTranslations('device.readings')
  const metric = numberOf(of)
  if (metric === undefined) return null
  return (
    <Figure label={t(name ?? of)} measure={metrics[metric].quantity} value={reading[of]} size="s" old={old} />
  )
}

type OtherMetricsProps = {
  besides: readonly NumberView[]
  reading: Reading
  old: boolean
  names?: Readonly<Partial<Record<NumberView, 'voltage' | 'current'>>>
}

/** What the device measures beyond the figures that its page places itself. Power stands at the head of the page. */
export function OtherMetrics({ besides, reading, old, names = {} }: OtherMetricsProps) {
  return numberMetrics
    .map((name) => metrics[name].view)
    .filter((view) => view !== 'powerW' && !besides.includes(view) && reading[view] !== null)
    .map((view) => <MetricFigure key={view} of={view} reading={reading} old={old} name={names[view]} />)
}
