export type Figures = Record<string, string | number | boolean | null>

/** What an analysis says of one instance of one code on one device at one instant: it may become an alarm. */
export type Verdict = {
  code: string
  deviceId: string
  instance: string
  /** `hold`: it cannot be told now (night, no light, nothing heard, between the two thresholds). */
  says: 'bad' | 'good' | 'hold'
  /** The newest fact it rests on: the same fact twice is no new evidence. */
  asOf: number
  /** Of what is bad: when it began, where that is before the newest fact; absent = the first bad fact. */
  beganAt?: number
  /** The readings it rests on, in SI units with the unit in the name. */
  readings: Figures
}
