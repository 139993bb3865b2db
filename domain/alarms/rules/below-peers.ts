import { learns } from '../../analyses/analysis.ts'
import { coursesOfDay } from '../../analyses/planes.ts'
import type { StationWindow } from '../../analyses/station-window.ts'
import type { Figures, Verdict } from '../../analyses/verdict.ts'
import { medianOf } from '../../telemetry/peers.ts'
import {
  type DayRecord,
  isTrusted,
  type LookedAt,
  learnOfPeers,
  lookedAt,
  prepareDay,
  shareOfPeers,
} from './below-peers-memory.ts'
import { minutes, round, type Rule } from './rule.ts'

const HOUR = 3_600_000
const DAY_MIN = 24 * 60
/** Clear days until it speaks, and until it falls silent. No source: chosen. */
const BAD_DAYS = 3
const GOOD_DAYS = 2
/** Beyond that a deficit is over, so that it does not flicker, percent. No source: chosen. */
const BACK = 2

/** Percent that a day lay below the habit: where it was held at one power that of those hours, else that of all. */
const deficitOf = ({ share, heldShare }: DayRecord, habit: number): number =>
  100 * (1 - (heldShare ?? share) / habit)

/**
 * Weak is what most hours of the day show: what is low at some hours alone, day after day, stands in a shade.
 * Three quarters of the hours have to lie below by half of the threshold at least.
 */
const isWeak = (day: DayRecord, habit: number, threshold: number): boolean =>
  deficitOf(day, habit) >= threshold &&
  (day.heldShare !== null || 100 * (1 - day.mostly / habit) >= threshold / 2)

/** Back is the newest day, and what the last three say together: one good day in a weak month is none. */
const isBack = (days: readonly DayRecord[], habit: number, within: number): boolean => {
  const deficits = days.slice(-BAD_DAYS).map((day) => deficitOf(day, habit))
  return (deficits.at(-1) ?? 0) <= within && (medianOf(deficits) ?? 0) <= within
}

/** The weak days since it was back last. */
const weakDays = (days: readonly DayRecord[], habit: number, threshold: number): DayRecord[] =>
  days
    .slice(
      days.findLastIndex((_, at) => isBack(days.slice(0, at + 1), habit, belowPeers.clearsAt(threshold))) + 1,
    )
    .filter((day) => isWeak(day, habit, threshold))

/** The day by the sun, as people write it. */
const dayOf = (ts: number, longitude: number): string =>
  new Date(ts + (longitude / 15) * HOUR).toISOString().slice(0, 10)

const evidence = (
  { after, before: { habit } }: LookedAt,
  today: DayRecord,
  threshold: number,
  longitude: number,
): Figures => {
  const weak = weakDays(after.days, habit, threshold)
  const told = weak.length > 0 ? weak : [today]
  const sum = (of: (day: DayRecord) => number): number => told.reduce((all, day) => all + of(day), 0)
  const held = told.flatMap(({ heldShare }) => heldShare ?? [])
  return {
    deficitPercent: round(medianOf(told.map((day) => deficitOf(day, habit))), 1),
    habitPercent: round(100 * (habit - 1), 1),
    clearHours: sum(({ hours }) => hours),
    days: told.map(({ from }) => dayOf(from, longitude)).join(', '),
    peers: Math.min(...told.map(({ peers }) => peers)),
    lostKwh: round(sum(({ lostWh }) => lostWh) / 1000, 1),
    heldSteady: held.length > 0 ? true : null,
    limitPercent: threshold,
  }
}

const verdictOf = (looked: LookedAt, window: StationWindow, threshold: number): Verdict[] => {
  const { part, today, before, after } = looked
  // Where nobody is of the same plane for certain, only its own habit tells: it has to be known.
  if (today === null || !isTrusted(before, today)) return []
  const says = isWeak(today, before.habit, threshold)
    ? 'bad'
    : isBack(after.days, before.habit, belowPeers.clearsAt(threshold))
      ? 'good'
      : 'hold'
  return [
    {
      code: 'RULE-BELOW-PEERS',
      deviceId: part.device.id,
      instance: part.instance,
      says,
      asOf: today.to,
      beganAt: today.from,
      readings: evidence(looked, today, threshold, window.position.longitude),
    },
  ]
}

/**
 * An inverter or module that gives less than its peers of the same plane in the clear hours of days, beyond what is
 * usual with it.
 */
export const belowPeers: Rule = {
  id: 'below_peers',
  gives: 'alarms',
  needs: { step: 'day', hours: ['p'] },
  uses: [coursesOfDay],
  prepare: prepareDay,
  learn: learns(shareOfPeers, learnOfPeers),
  unit: '%',
  threshold: { usual: 7, least: 4, most: 50 },
  clearsAt: (threshold) => threshold - BACK,
  waitMin: minutes(BAD_DAYS * DAY_MIN),
  clearMin: GOOD_DAYS * DAY_MIN,
  source: {
    en: 'Percent below the median of peers facing the same way, in clear hours of at least three days. In a measured plant, 20 of 22 equal inverters are within 3% of their median; two that were weak for a month were 7 and 8% below. A usual difference of up to 5% is learned; what is low only at the same hours is shade and raises no alarm.',
    zh_CN:
      '为至少三个晴好日内低于同朝向设备中位数的百分比。实测 22 台逆变器电站中，正常设备与中位数相差不超过 3%，两台弱机一个月内分别低 7% 和 8%。5% 以内的固有差异会被学习为平时水平；仅固定时段偏低的属遮挡，不告警。',
  },
  judge: (window, threshold) =>
    (lookedAt.of(window) ?? []).flatMap((looked) => verdictOf(looked, window, threshold)),
}
