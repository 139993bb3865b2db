/** What a station says first: its power by day, what the day brought after sunset, and the day before until the sun is back. */
export type Hero = 'power' | 'today' | 'yesterday'

/** Below this share of the capacity light is too faint for an expectation to mean anything: dawn and dusk. No source: chosen. */
export const TELLS_FROM = 0.02

export type Light = {
  /** Of the station's local day; both null in polar day and night, and where the position is not known. */
  sunriseAt: number | null
  sunsetAt: number | null
  /** The first one to come; null = none within half a year, or the position is not known. */
  nextSunriseAt: number | null
  polar: 'day' | 'night' | null
}

type Told = Light & {
  powerW: number | null
  /** What the light allows now, W; null = unknown. */
  allowedW: number | null
  capacityW: number
  todayWh: number | null
}

/** The sun stands above the horizon; null where the position is not known. */
export const isUp = ({ sunriseAt, sunsetAt, nextSunriseAt, polar }: Light, now: number): boolean | null => {
  if (polar !== null) return polar === 'day'
  if (sunriseAt === null || sunsetAt === null) return null
  // What was told yesterday still holds for the sunrise of today.
  return (sunriseAt <= now && now < sunsetAt) || (nextSunriseAt !== null && nextSunriseAt <= now)
}

export const heroOf = (told: Told, now: number): Hero => {
  const { powerW, allowedW, capacityW, todayWh, sunriseAt, sunsetAt } = told
  const up = isUp(told, now)
  // Who gives power has light, whatever the position says.
  if (powerW !== null && powerW > capacityW * TELLS_FROM) return 'power'
  if (up === null) {
    if (powerW !== 0) return 'power'
    return todayWh === 0 || todayWh === null ? 'yesterday' : 'today'
  }
  const isDim = allowedW !== null && allowedW <= capacityW * TELLS_FROM
  if (up && (!isDim || (powerW !== null && powerW > 0))) return 'power'
  if (sunriseAt === null || sunsetAt === null) return 'today'
  const noonAt = (sunriseAt + sunsetAt) / 2
  return now < noonAt ? 'yesterday' : 'today'
}

/** Power by what the light allows; null where either is unknown or the light too faint to tell. */
export const shareOfLight = ({
  powerW,
  allowedW,
  capacityW,
}: Pick<Told, 'powerW' | 'allowedW' | 'capacityW'>): number | null =>
  powerW === null || allowedW === null || allowedW <= capacityW * TELLS_FROM
    ? null
    : Math.max(0, powerW) / allowedW

/** How a station does beside what its light allows. */
export const lightBands = ['attention', 'low', 'part', 'full', 'dark', 'unknown'] as const
export type LightBand = (typeof lightBands)[number]

/** No source: chosen. Passing clouds leave half and more, thick ones less. */
const FULL_FROM = 0.8
const PART_FROM = 0.5

export const bandOf = (one: {
  needsAttention: boolean
  hero: Hero
  powerW: number | null
  share: number | null
}): LightBand => {
  if (one.needsAttention) return 'attention'
  if (one.hero !== 'power') return 'dark'
  if (one.powerW === null || one.share === null) return 'unknown'
  return one.share >= FULL_FROM ? 'full' : one.share >= PART_FROM ? 'part' : 'low'
}
