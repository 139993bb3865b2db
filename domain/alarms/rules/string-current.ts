import { learns } from '../../analyses/analysis.ts'
import { LEAST_A, learnShares, shareNow, shares, usualShare } from './learned-shares.ts'
import { COMPARABLE_DEG, elevation } from '../../analyses/light.ts'
import { belowIs, minutes, round, type Rule } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { meanOf, type StationWindow, meanMs } from '../../analyses/station-window.ts'
import { medianOfOthers, poolOf, type Tracker, trackersOf } from './tracker-currents.ts'

/**
 * Most others must lie this close to their median before one that differs is blamed: two roof faces or the edge of a
 * shadow do not. Where they disagree, only what was learned can tell.
 * No source: chosen.
 */
const AGREE = 0.15
const AGREEING = 0.75
/** Fewer others are no jury. No source: chosen. */
const OTHERS = 2

const perString = ({ amps, strings }: Tracker): number => amps / (strings ?? 1)

/** Standard deviation over mean: the dispersion rate of strings (离散率). */
const dispersionOf = (values: readonly number[]): number => {
  const mean = meanOf(values) ?? 0
  const variance = meanOf(values.map((value) => (value - mean) ** 2)) ?? 0
  return mean === 0 ? 0 : Math.sqrt(variance) / mean
}

/** Current per string over that of the others, or of what it usually is; null = it cannot be told. */
const ratioOf = (
  all: readonly Tracker[],
  one: Tracker,
  usual: number | null,
): { ratio: number; others: number; dispersion: number } | null => {
  const pool = poolOf(all, one).filter(({ strings }) => (strings === null) === (one.strings === null))
  const others = medianOfOthers(pool, one, perString)
  if (others === null || others < LEAST_A) return null
  const beside = pool.flatMap((other) => (other === one ? [] : [perString(other)]))
  const agreeing = beside.filter((amps) => Math.abs(amps - others) <= AGREE * others).length
  const dispersion = dispersionOf(pool.map(perString))
  if (one.strings !== null && beside.length >= OTHERS && agreeing >= AGREEING * beside.length)
    return { ratio: perString(one) / others, others, dispersion }
  const share = shareNow(all, one)
  return share === null || usual === null ? null : { ratio: share / usual, others, dispersion }
}

/** What the tracker should give now, A. */
const expectedA = (
  { amps, strings }: Tracker,
  { ratio, others }: { ratio: number; others: number },
): number => (ratio > 0.01 ? amps / ratio : others * (strings ?? 1))

const judge = (
  window: StationWindow,
  threshold: number,
  all: readonly Tracker[],
  one: Tracker,
  usual: number | null,
): Verdict => {
  const found = elevation(window) < COMPARABLE_DEG ? null : ratioOf(all, one, usual)
  const percent = found === null ? null : 100 * found.ratio
  return {
    code: 'RULE-STRING-CURRENT',
    deviceId: one.inverter.id,
    instance: `MPPT ${one.n}`,
    says: percent === null ? 'hold' : belowIs(percent, threshold, stringCurrent.clearsAt(threshold)),
    asOf: one.asOf,
    readings: {
      currentA: round(one.amps),
      strings: one.strings,
      medianA: round(medianOfOthers(poolOf(all, one), one, ({ amps }) => amps)),
      othersA: round(found?.others ?? null),
      percent: round(percent, 1),
      limitPercent: threshold,
      limitA: found === null ? null : round((expectedA(one, found) * threshold) / 100),
      dispersionPercent: round(found === null ? null : 100 * found.dispersion, 1),
    },
  }
}

/**
 * A string's current out of line with its peers over half an hour: per string where it is entered which string ends
 * on which tracker, otherwise against the share that this tracker usually gives.
 */
export const stringCurrent: Rule = {
  id: 'string_current',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p', 'mppt'] },
  learn: learns(shares, learnShares),
  unit: '%',
  threshold: { usual: 70, least: 20, most: 95 },
  clearsAt: (threshold) => Math.min(98, threshold + 10),
  waitMin: minutes(60),
  clearMin: 60,
  meanMs,
  source: {
    en: 'One dead string of three leaves 67%, of two 50%. Clouds and mismatch stay within 15% over half an hour. An hour of evidence with the sun more than 15° up: lower, long shadows make strings differ.',
    zh_CN:
      '三串并联断一串余 67%，两串断一串余 50%；半小时均值下云影和失配不超过 15%。仅在太阳高度角高于 15° 时累计一小时，更低时长影会使各串不一。',
  },
  judge: (window, threshold, memory) => {
    const all = trackersOf(window)
    return all.map((one) => judge(window, threshold, all, one, usualShare(memory, one)))
  },
}
