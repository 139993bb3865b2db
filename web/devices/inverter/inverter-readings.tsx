import { useTranslations } from 'use-intl'
import { useFormat } from '../../phrases/use-format.ts'
import { Figure, TextFigure } from '../../ui/figure.tsx'
import { Figures } from '../../ui/figures.tsx'
import { efficiencyOf, type DeviceDetail } from '../device-facts.ts'
import { ReadingsCard } from '../readings-card.tsx'
import { ValuesTable } from '../values-table.tsx'

/** Phases, trackers and what else an inverter measures; what it never measures is left out. */
export function InverterReadings({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.readings')
  const line = useTranslations('device.line')
  const format = useFormat()
  return (
    <ReadingsCard detail={detail}>
      {(reading, old) => {
        const efficiency = efficiencyOf(reading.powerW, reading.dcPowerW)
        const phases = Math.max(reading.phaseV?.length ?? 0, reading.phaseA?.length ?? 0)
        return (
          <>
            <Figures>
              <Figure label={t('dcPower')} measure="power" value={reading.dcPowerW} size="s" old={old} />
              <TextFigure
                label={t('efficiency')}
                text={efficiency === null ? null : format.number(efficiency * 100, 1, 1)}
                unit="%"
                size="s"
                old={old}
              />
              <Figure
                label={t('frequency')}
                measure="frequency"
                value={reading.frequencyHz}
                size="s"
                old={old}
              />
              <Figure
                label={t('temperature')}
                measure="temperature"
                value={reading.temperatureC}
                size="s"
                old={old}
              />
              <Figure
                label={t('reactive')}
                measure="reactive"
                value={reading.reactiveVar}
                size="s"
                old={old}
              />
              <Figure
                label={t('counter')}
                measure="energy"
                value={reading.energyTotalWh}
                size="s"
                old={old}
              />
            </Figures>
            {phases > 0 && (
              <ValuesTable
                caption={t('phases')}
                head={t('phase')}
                old={old}
                columns={[
                  { label: t('voltage'), measure: 'voltage' },
                  { label: t('current'), measure: 'current' },
                ]}
                rows={Array.from({ length: phases }, (_, no) => ({
                  label: line('phase', { n: String(no + 1) }),
                  values: [reading.phaseV?.[no] ?? null, reading.phaseA?.[no] ?? null],
                }))}
              />
            )}
            {reading.mppt && reading.mppt.length > 0 && (
              <ValuesTable
                caption={t('trackers')}
                head={t('tracker')}
                old={old}
                columns={[
                  { label: t('voltage'), measure: 'voltage' },
                  { label: t('current'), measure: 'current' },
                  { label: t('power'), measure: 'power' },
                ]}
                rows={reading.mppt.map(({ n, v, a, w }) => ({
                  label: line('tracker', { n: String(n) }),
                  values: [v, a, w],
                }))}
              />
            )}
          </>
        )
      }}
    </ReadingsCard>
  )
}
