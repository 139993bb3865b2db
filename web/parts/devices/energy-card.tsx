import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { areAlike } from '../../kit/alike-shares.ts'
import { Card } from '../../kit/card.tsx'
import { Covered } from '../../kit/covered.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { energyNow, nightOf, soundRatedW, type DeviceDetail } from './device-facts.ts'

/**
 * Energy of today, month, year and lifetime; with rated power also in hours at that power. By night the head says the
 * day, and here stands the one before.
 */
export function EnergyCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.energy')
  const format = useFormat()
  const { device } = detail
  const energy = energyNow(detail.energy, device.todayWh)
  const ratedW = soundRatedW(device)
  const equivalent = ratedW ? equivalentHours(energy.todayWh, ratedW, energy.coverage.today) : null
  const hours = equivalent === null ? undefined : t('hours', { hours: format.number(equivalent, 2, 2) })
  /** What of a silence across the edge may belong to it, too. */
  const edge = (sharedWh: number): string =>
    sharedWh > 0 ? t('edge', { energy: format.text('energy', sharedWh) }) : ''
  const { today, month, year, lifetime } = energy.coverage
  // What is missing of all alike is said once, of the longest.
  const alike = areAlike([today, month, year, lifetime])
  const covered = (share: number | null) => !alike && <Covered share={share} />
  const headSaysToday = nightOf(detail, device.powerW) === 'today'
  return (
    <Card title={t('title')}>
      <Figures>
        {headSaysToday ? (
          <Figure label={t('yesterday')} measure="energy" value={energy.yesterdayWh} />
        ) : (
          <Figure
            label={t('today')}
            measure="energy"
            value={energy.todayWh}
            note={
              energy.todayWh !== null && (
                <>
                  {hours} {covered(today)}
                </>
              )
            }
          />
        )}
        <Figure
          label={t('month')}
          measure="energy"
          value={energy.monthWh}
          note={
            energy.monthWh !== null && (
              <>
                {edge(energy.monthSharedWh)} {covered(month)}
              </>
            )
          }
        />
        <Figure
          label={t('year')}
          measure="energy"
          value={energy.yearWh}
          note={
            energy.yearWh !== null && (
              <>
                {edge(energy.yearSharedWh)} {covered(year)}
              </>
            )
          }
        />
        <Figure
          label={t('lifetime')}
          measure="energy"
          value={energy.lifetimeWh}
          note={
            energy.lifetimeWh !== null && (
              <>
                {energy.lifetimeSince === null
                  ? t('lifetimeNote')
                  : t('lifetimeSince', { day: format.day(energy.lifetimeSince) })}{' '}
                <Covered share={lifetime} />
              </>
            )
          }
        />
      </Figures>
    </Card>
  )
}
