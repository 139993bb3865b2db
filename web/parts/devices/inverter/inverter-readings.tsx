import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { TextFigure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { efficiencyOf, type DeviceDetail } from '../device-facts.ts'
import { MetricFigure, OtherMetrics } from '../metric-figure.tsx'
import { PhasesTable } from '../phases-table.tsx'
import { ReadingsCard } from '../readings-card.tsx'
import { StringsTable } from '../strings-table.tsx'
import { TrackersTable } from './trackers-table.tsx'

const placed = ['dcPowerW', 'frequencyHz', 'temperatureC', 'reactiveVar', 'energyTotalWh'] as const

/** Phases, trackers and what else an inverter measures; what it never measures is left out. */
export function InverterReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.readings')
  const format = useFormat()
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        const efficiency = efficiencyOf(reading.powerW, reading.dcPowerW)
        return (
          <>
            <Figures>
              <MetricFigure of="dcPowerW" reading={reading} old={old} />
              <TextFigure
                label={t('efficiency')}
                text={efficiency === null ? null : format.number(efficiency * 100, 1, 1)}
                unit="%"
                size="s"
                old={old}
              />
              <MetricFigure of="frequencyHz" reading={reading} old={old} />
              <MetricFigure of="temperatureC" reading={reading} old={old} />
              <MetricFigure of="reactiveVar" reading={reading} old={old} />
              <MetricFigure of="energyTotalWh" reading={reading} old={old} />
              <OtherMetrics besides={placed} reading={reading} old={old} />
            </Figures>
            <PhasesTable reading={reading} old={old} />
            <TrackersTable detail={detail} reading={reading} old={old} />
            <StringsTable reading={reading} old={old} />
          </>
        )
      }}
    </ReadingsCard>
  )
}
