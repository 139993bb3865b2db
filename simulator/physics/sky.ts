import { noise1, noise2 } from './noise.ts'

/** What the weather of a place is like over the years; plain numbers of a station's data. */
export interface Climate {
  /** Yearly mean of the air temperature, °C. */
  readonly meanC: number
  /** Half the difference between the warmest and the coldest month, °C. */
  readonly seasonC: number
  /** Half the difference between afternoon and dawn on a clear day, °C. */
  readonly diurnalC: number
  /** Mean cloud cover, 0 (desert) to 1 (always overcast). */
  readonly cloudiness: number
}

/** The sky over one station at one moment. */
export interface Sky {
  /** Clear-sky index (irradiance over clear-sky irradiance), 0 to about 1.1, at a point in metres east and north. */
  clearness(eastM: number, northM: number): number
  /** Share of the sky in cloud, 0 to 1. */
  readonly cover: number
  readonly airC: number
  /** Wind at module height, m/s. */
  readonly windMs: number
  /** Share of the light lost to dust on the modules, 0 to 0.05. */
  readonly soiling: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Size of the largest cloud cells; the finest octave is a quarter of it. */
const CLOUD_M = 900

const clamp01 = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x)

/**
 * Cover changes over days (fronts) and hours (convection); the clouds themselves are a smooth noise field that
 * drifts with the wind aloft, so modules further downwind are shaded later. The octaves drift at slightly
 * different speeds, which makes the clouds change shape on their way.
 */
export function skyAt(seed: number, climate: Climate, latitude: number, longitude: number, ts: number): Sky {
  const fronts = noise1(seed ^ 0x51, ts / (2.3 * DAY_MS)) * 2 - 1
  const convection = noise1(seed ^ 0x52, ts / (4.5 * HOUR_MS)) * 2 - 1
  const cover = clamp01(climate.cloudiness + 0.62 * fronts + 0.16 * convection)
  const haze = 0.93 + 0.08 * noise1(seed ^ 0x53, ts / (1.7 * DAY_MS))

  const bearing = noise1(seed ^ 0x54, 0.5) * 2 * Math.PI
  const speed = 4 + 5 * noise1(seed ^ 0x55, 0.5)
  const seconds = ts / 1000
  const east = Math.cos(bearing) * speed * seconds
  const north = Math.sin(bearing) * speed * seconds

  // Where the field exceeds the threshold there is cloud; edges are soft over about a tenth of its range.
  const threshold = 0.92 - 0.84 * cover
  const depth = 0.5 + 0.33 * cover
  // Between bright clouds the gaps receive more than the clear sky gives.
  const enhancement = 1 + 0.2 * cover * (1 - cover)

  const yearPhase = ((ts / DAY_MS - 19) % 365.25) / 365.25
  const summer = -Math.cos(2 * Math.PI * yearPhase) * (latitude < 0 ? -1 : 1)
  const solarHour = (ts / HOUR_MS + longitude / 15) % 24
  const warmth = Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
  const airC =
    climate.meanC +
    climate.seasonC * summer +
    climate.diurnalC * warmth * (1 - 0.6 * cover) +
    3 * (noise1(seed ^ 0x56, ts / (3.1 * DAY_MS)) * 2 - 1)

  return {
    cover,
    airC,
    windMs: 0.8 + 4.5 * noise1(seed ^ 0x57, ts / (2.6 * HOUR_MS)),
    soiling: 0.05 * noise1(seed ^ 0x58, ts / (19 * DAY_MS)),
    clearness(eastM, northM) {
      if (cover <= 0.02) return haze
      const x = (eastM - east) / CLOUD_M
      const y = (northM - north) / CLOUD_M
      const field =
        0.55 * noise2(seed, x, y) +
        0.28 * noise2(seed ^ 0x61, x * 2.1 + seconds / 900, y * 2.1) +
        0.17 * noise2(seed ^ 0x62, x * 4.3, y * 4.3 + seconds / 400)
      const edge = clamp01((field - threshold) / 0.1)
      const opacity = edge * edge * (3 - 2 * edge)
      return haze * (enhancement - (enhancement - 1 + depth * (0.8 + 0.4 * (field - 0.5))) * opacity)
    },
  }
}
