import { useTranslations } from 'use-intl'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { Figure } from '../ui/figure.tsx'
import { Figures } from '../ui/figures.tsx'
import { energyNow, type DeviceDetail } from './device-facts.ts'

/** Energy of today, month, year and lifetime; with rated power also in hours at that power. */
export function EnergyCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.energy')
  const format = useFormat()
  const { device } = detail
  const energy = energyNow(detail.energy, device.todayWh)
  const hours =
    energy.todayWh === null || !device.ratedW
      ? undefined
      : t('hours', { hours: format.number(energy.todayWh / device.ratedW, 2, 2) })
  return (
    <Card title={t('title')}>
      <Figures>
        <Figure label={t('today')} measure="energy" value={energy.todayWh} {...(hours && { note: hours })} />
        <Figure label={t('month')} measure="energy" value={energy.monthWh} />
        <Figure label={t('year')} measure="energy" value={energy.yearWh} />
        <Figure
          label={t('lifetime')}
          measure="energy"
          value={energy.lifetimeWh}
          {...(energy.lifetimeWh !== null && { note: t('lifetimeNote') })}
        />
      </Figures>
    </Card>
  )
}
