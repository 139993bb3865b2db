import type * as z from 'zod/mini'
import { PINS_MAX, type overviewRoutes } from '#contract/http/overview.ts'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import type { CardFacts } from '../stations/present-station.ts'
import { worstFirst } from '../stations/station-order.ts'

export type PinsView = z.output<(typeof overviewRoutes)['GET /api/station-pins']['output']>

/** 0° 0° lies in the sea: nobody entered it. */
const placed = ({ latitude, longitude }: CardFacts): boolean => latitude !== 0 || longitude !== 0

/** Pins of the stations that match, worst first as in the list; the counts are of all, as in the list. */
export const pinsOf = (cards: readonly CardFacts[], condition: StationCondition | undefined): PinsView => {
  const conditions = Object.fromEntries(stationConditions.map((one) => [one, 0])) as PinsView['conditions']
  for (const card of cards) conditions[card.condition] += 1
  const wanted = condition === undefined ? cards : cards.filter((card) => card.condition === condition)
  const here = wanted.filter(placed)
  return {
    pins: worstFirst(here)
      .slice(0, PINS_MAX)
      .map((card) => ({
        id: card.id,
        name: card.name,
        ...signedPosition(card),
        condition: card.condition,
        powerW: card.powerW,
        capacityW: card.capacityW,
        openAlarms: card.openAlarms,
        worstAlarm: card.worstAlarm,
      })),
    unplaced: wanted.length - here.length,
    total: wanted.length,
    conditions,
  }
}
