import type { Answer } from '../../app/data/call-types.ts'

type Bars = Pick<Answer<'GET /api/stations/{stationId}/balance'>, 'bars'>

/** Beyond this the counters of inverters and of the balance are of different times, share. No source: chosen. */
const APART = 0.02

/**
 * What was used here and what was fed in of the energy of a day, month or year, Wh; undefined = not known apart. Of a
 * month of which some days are known they are of those, and leave a rest.
 */
export const ownUseParts = (
  balance: Bars | undefined,
  key: string,
  madeWh: number | null,
): readonly [number, number] | undefined => {
  const bar = balance?.bars.find((one) => one.key === key)
  if (!bar || madeWh === null || bar.ownUseWh === null || bar.exportWh === null) return undefined
  return bar.ownUseWh + bar.exportWh <= madeWh * (1 + APART) ? [bar.ownUseWh, bar.exportWh] : undefined
}
