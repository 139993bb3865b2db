import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { TextFigure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { MetricFigure, OtherMetrics } from '../metric-figure.tsx'
import { ReadingsCard } from '../readings-card.tsx'

const placed = ['inputV', 'inputA', 'outputV', 'outputA', 'temperatureC', 'rssi', 'energyTotalWh'] as const

/** Both sides of an optimizer. */
export function OptimizerReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.readings')
  const format = useFormat()
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        return (
          <Figures>
            <MetricFigure of="inputV" reading={reading} old={old} />
            <MetricFigure of="inputA" reading={reading} old={old} />
            <MetricFigure of="outputV" reading={reading} old={old} />
            <MetricFigure of="outputA" reading={reading} old={old} />
            <MetricFigure of="temperatureC" reading={reading} old={old} />
            <TextFigure
              label={t('rssi')}
              text={reading.rssi === null ? null : format.number(reading.rssi, 0)}
              // Only a negative value is in dBm for certain; makers count upwards in steps of their own.
              unit={reading.rssi !== null && reading.rssi < 0 ? 'dBm' : ''}
              {...(reading.rssi !== null && reading.rssi >= 0 && { note: t('rssiNote') })}
              size="s"
              old={old}
            />
            <MetricFigure of="energyTotalWh" reading={reading} old={old} />
            <OtherMetrics besides={placed} reading={reading} old={old} />
          </Figures>
        )
      }}
    </ReadingsCard>
  )
}
