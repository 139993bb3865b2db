/** Bits of a reading's `flags`. Stored with the reading: never renumber. */
export const qualityFlags = {
  /** The device's clock was wrong; the time is that of arrival. */
  clock: 1,
  /** A code for "no value" came where nothing should have come; it became null. */
  sentinel: 2,
  /** Something that is no finite number came; it became null. */
  unreadable: 4,
  /** Impossible for this device: stored as it came, kept out of totals. */
  power: 8,
  dcPower: 16,
  reactivePower: 32,
  voltage: 64,
  current: 128,
  frequency: 256,
  temperature: 512,
  energy: 1024,
  signal: 2048,
  irradiance: 4096,
  /** Power that stands still through the night: the flags of power are set beside it, so that nothing counts it. */
  still: 8192,
  wind: 16_384,
  apparentPower: 32_768,
  powerFactor: 65_536,
  insulation: 131_072,
  pvPower: 262_144,
  charge: 524_288,
  /** Of a counter beside the lifetime counter `e_tot`: which one, its own value tells. */
  counters: 1_048_576,
} as const
export type QualityFlag = keyof typeof qualityFlags

export const hasFlag = (flags: number, flag: QualityFlag): boolean => (flags & qualityFlags[flag]) !== 0
/** What is doubtful, each doubt once: power that stands still is set aside for that, not for being too much. */
export const flagsIn = (flags: number): QualityFlag[] =>
  (Object.keys(qualityFlags) as QualityFlag[]).filter(
    (flag) => hasFlag(flags, flag) && !((flag === 'power' || flag === 'pvPower') && hasFlag(flags, 'still')),
  )
/** What a reading of power that stands still is marked with. */
export const STILL_FLAGS = qualityFlags.power | qualityFlags.pvPower | qualityFlags.still
