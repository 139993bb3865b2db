import { useTranslations } from 'use-intl'
import { Figure, TextFigure } from '../../ui/figure.tsx'
import { Figures } from '../../ui/figures.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { ReadingsCard } from '../readings-card.tsx'

/** Switch, keep-alive signal, voltage and temperature as last reported. */
export function ShutdownReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.shutdown')
  const words = useTranslations('device.readings')
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        const { closed, keepalive, inputV, outputV } = reading
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
            <Figure label={words('inputV')} measure="voltage" value={inputV} size="s" old={old} />
            <Figure label={words('outputV')} measure="voltage" value={outputV} size="s" old={old} />
            <Figure
              label={words('temperature')}
              measure="temperature"
              value={reading.temperatureC}
              size="s"
              old={old}
            />
          </Figures>
        )
      }}
    </ReadingsCard>
  )
}
