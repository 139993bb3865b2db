import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { pathTo } from '../../../paths.ts'
import { BarChart } from '../../../kit/chart/bar-chart.tsx'
import { ChartBox } from '../../../kit/chart/chart-box.tsx'
import { useBarTable } from '../../../kit/chart/use-bar-table.ts'
import { Covered } from '../../../kit/covered.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Figure, TextFigure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import styles from './history.module.css'

type EnergyBarsProps = {
  detail: DeviceDetail
  bars: Answer<'GET /api/devices/{deviceId}/energy'>
  when: string
  onOpen?: (key: string) => void
}

/** Energy by days, months or years with its sum. What is known only for several days together is said so. */
export function EnergyBars({ detail, bars, when, onOpen }: EnergyBarsProps) {
  const t = useTranslations('device')
  const file = useTranslations('chart.file')
  const table = useBarTable()
  const format = useFormat()
  const drawn = bars.bars.map(({ key, wh, shared, coverage }) => ({
    key,
    value: wh,
    shared,
    known: [coverage],
  }))
  if (bars.totalWh === null)
    return <EmptyState inline title={t('history.noEnergy')} text={t('history.noEnergyText')} />
  return (
    <>
      <Figures>
        <Figure
          label={t('history.total')}
          measure="energy"
          value={bars.totalWh}
          note={<Covered share={bars.coverage} />}
        />
        {bars.equivalentHours !== null && (
          <TextFigure label={t('history.hours')} text={format.number(bars.equivalentHours, 1, 1)} unit="h" />
        )}
      </Figures>
      <ChartBox
        full={pathTo('fullscreen-chart', {
          stationId: detail.station.id,
          deviceId: detail.device.id,
          period: bars.period,
          ...(bars.of && { of: bars.of }),
        })}
        sheet={{
          title: t('energy.title'),
          place: detail.station.name,
          subject: nameOf(detail.device),
          when,
          of: bars.of,
          zone: file('zone', { zone: bars.timeZone }),
          keys: [],
          table: () => table([`${t('energy.title')} (Wh)`], drawn),
        }}
      >
        <BarChart
          title={`${t('energy.title')}, ${when}`}
          bars={drawn}
          measure="energy"
          {...(onOpen && { onOpen })}
        />
      </ChartBox>
      {bars.spansTotal > 0 && (
        <div className={styles.notes}>
          <p>{t('history.spans', { count: bars.spansTotal })}</p>
        </div>
      )}
    </>
  )
}
