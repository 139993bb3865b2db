import { useTranslations } from 'use-intl'
import { TextFigure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { MetricFigure, OtherMetrics } from '../metric-figure.tsx'
import { ReadingsCard } from '../readings-card.tsx'

const placed = ['inputV', 'outputV', 'temperatureC'] as const

/** Switch, keep-alive signal, voltage and temperature as last reported. */
export function ShutdownReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.shutdown')
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        const { closed, keepalive } = reading
        return (
          <Figures>
            <TextFigure
              label={t('switch')}
              text={closed === null ? null : t(closed ? 'closed' : 'open')}
              size="s"
              old={old}
              {...(closed !== null && { note: t(closed ? 'closedHint' : 'openHint') })}
            />
            <TextFigure
              label={t('keepalive')}
              text={keepalive === null ? null : t(keepalive ? 'keepaliveOn' : 'keepaliveOff')}
              size="s"
              old={old}
            />
            <MetricFigure of="inputV" reading={reading} old={old} />
            <MetricFigure of="outputV" reading={reading} old={old} />
            <MetricFigure of="temperatureC" reading={reading} old={old} />
            <OtherMetrics besides={placed} reading={reading} old={old} />
          </Figures>
        )
      }}
    </ReadingsCard>
  )
}
