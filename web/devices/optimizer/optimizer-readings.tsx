import { useTranslations } from 'use-intl'
import { useFormat } from '../../phrases/use-format.ts'
import { Figure, TextFigure } from '../../ui/figure.tsx'
import { Figures } from '../../ui/figures.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { ReadingsCard } from '../readings-card.tsx'

/** Both sides of an optimizer. */
export function OptimizerReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.readings')
  const format = useFormat()
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        return (
          <Figures>
            <Figure label={t('inputV')} measure="voltage" value={reading.inputV} size="s" old={old} />
            <Figure label={t('inputA')} measure="current" value={reading.inputA} size="s" old={old} />
            <Figure label={t('outputV')} measure="voltage" value={reading.outputV} size="s" old={old} />
            <Figure
              label={t('temperature')}
              measure="temperature"
              value={reading.temperatureC}
              size="s"
              old={old}
            />
            <TextFigure
              label={t('signal')}
              text={reading.rssi === null ? null : format.number(reading.rssi, 0)}
              // Only a negative value is in dBm for certain; makers count upwards in steps of their own.
              unit={reading.rssi !== null && reading.rssi < 0 ? 'dBm' : ''}
              size="s"
              old={old}
            />
            <Figure label={t('counter')} measure="energy" value={reading.energyTotalWh} size="s" old={old} />
          </Figures>
        )
      }}
    </ReadingsCard>
  )
}
