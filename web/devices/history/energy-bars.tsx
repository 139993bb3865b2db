import { useTranslations } from 'use-intl'
import type { Answer } from '../../data/call.ts'
import { useFormat } from '../../phrases/use-format.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TextFigure } from '../../ui/figure.tsx'
import { Figures } from '../../ui/figures.tsx'
import styles from './history.module.css'

type EnergyBarsProps = {
  bars: Answer<'GET /api/devices/{deviceId}/energy'>
  when: string
  onOpen?: (key: string) => void
}

/** Energy by days, months or years with its sum. What is known only for several days together is said so. */
export function EnergyBars({ bars, when, onOpen }: EnergyBarsProps) {
  const t = useTranslations('device')
  const format = useFormat()
  if (bars.totalWh === null)
    return <EmptyState inline title={t('history.noEnergy')} text={t('history.noEnergyText')} />
  return (
    <>
      <Figures>
        <Figure label={t('history.total')} measure="energy" value={bars.totalWh} />
        {bars.equivalentHours !== null && (
          <TextFigure label={t('history.hours')} text={format.number(bars.equivalentHours, 1, 1)} unit="h" />
        )}
      </Figures>
      <BarChart
        title={`${t('energy.title')}, ${when}`}
        bars={bars.bars.map(({ key, wh, shared }) => ({ key, value: wh, shared }))}
        measure="energy"
        {...(onOpen && { onOpen })}
      />
      {bars.spans.length > 0 && (
        <div className={styles.notes}>
          <p>{t('history.spans', { count: bars.spans.length })}</p>
        </div>
      )}
    </>
  )
}
