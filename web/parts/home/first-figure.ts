import { heroOf } from '#domain/stations/hero.ts'
import type { Home } from './home-data.ts'

type FirstFigure = {
  of: 'power' | 'today' | 'yesterday' | 'fleetDark'
  measure: 'power' | 'energy'
  value: number | null
}

/** The figure that home says first: power by day, energy in the dark. */
export const firstFigure = ({ only, light, totals, at }: Home): FirstFigure => {
  if (!only)
    return light.bright > 0
      ? { of: 'power', measure: 'power', value: totals.powerW }
      : { of: 'fleetDark', measure: 'energy', value: light.lastDay.wh }
  const { live, capacityW } = only
  const of = heroOf({ ...live, allowedW: live.litW ?? live.expectedW, capacityW }, at)
  return of === 'power'
    ? { of, measure: 'power', value: live.powerW }
    : { of, measure: 'energy', value: of === 'today' ? live.todayWh : live.yesterdayWh }
}
