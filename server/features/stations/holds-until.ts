import { DUSK_MS } from '#domain/telemetry/device-state.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import type { Place } from './find-figures.ts'
import { sameDarkUntil } from './station-light.ts'

/** Figures are computed anew after this time, whatever happens. */
const KEPT_MS = 30 * 60_000

/**
 * Before this instant (epoch ms) the figures of a station, computed at `at`, are another only by a change in the tables.
 * `nextAt`: as `figureRows` tells it.
 */
export const holdsUntil = (place: Place, nextAt: number | null, at: number): number =>
  Math.min(
    nextAt ?? Infinity,
    localDayAt(at, place.time_zone).endAt,
    // As `figureRows` looks at the light.
    sameDarkUntil(place, at + DUSK_MS, KEPT_MS) - DUSK_MS,
  )
