import type { SunOfDay } from '../../kit/chart/draw-sun.ts'
import type { StationLive } from './station-queries.ts'

const minuteMs = 60_000

/** The sun over the curve of a station's present day; null in polar day and night, and without a position. */
export const sunOver = (
  { sunriseAt, sunsetAt }: Pick<StationLive, 'sunriseAt' | 'sunsetAt'>,
  now: number,
): SunOfDay | null =>
  sunriseAt === null || sunsetAt === null
    ? null
    : // Within a minute it moves by less than a pixel.
      { riseAt: sunriseAt, setAt: sunsetAt, at: Math.floor(now / minuteMs) * minuteMs }
