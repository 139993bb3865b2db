import * as z from 'zod/mini'
import { hasFlag } from '../../telemetry/quality-flags.ts'
import { countableWh, pvCountableWh } from '../../telemetry/reading-quality.ts'
import { CONFIRM_READINGS } from '../../telemetry/counter-rules.ts'
import { learns } from '../../analyses/analysis.ts'
import { type Memory, memoryKind } from '../../analyses/memory.ts'
import { minutes, round, type Rule } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import {
  ableW,
  ofKind,
  recent,
  type RuleDevice,
  type StationWindow,
  windowMs,
} from '../../analyses/station-window.ts'

/** Power over which a counter has to move within the window, share of rated. No source: chosen. */
const MOVES_FROM = 0.1
/** A counter this close below a power of two has rolled over, not been reset. No source: chosen. */
const ROLLOVER = 0.98
/** Where counters roll over: registers of 16 to 32 bits, and displays of 8 and 9 digits. */
const ranges = [2 ** 16, 2 ** 24, 2 ** 31, 2 ** 32, 1e8, 1e9]

/** `pv`: of the modules of a hybrid, which is another counter than that of its AC side. */
type Point = { ts: number; wh: number; pv?: boolean | undefined }

const pointsOf = (inverter: RuleDevice, window: StationWindow): Point[] => {
  const readings = recent(inverter, window.at, windowMs(window.reportMin))
  const pv = readings.some(({ ePv }) => typeof ePv === 'number')
  return readings.flatMap(({ ts, eTot, ePv, flags }) => {
    const wh = pv ? pvCountableWh(ePv ?? null) : countableWh(eTot, flags)
    // 0 is SunSpec's word for "not accumulated".
    return wh === null || wh === 0 ? [] : [{ ts, wh, ...(pv ? { pv } : {}) }]
  })
}

/** The counter as it stood when it was last believed: a board that is replaced by night shows 0 until the sun comes. */
export const believedCounters = memoryKind(
  'counter',
  z.strictObject({ wh: z.number(), ts: z.number(), pv: z.optional(z.boolean()) }),
)
const withMemory = (inverter: RuleDevice, window: StationWindow, memory: Memory): Point[] => {
  const points = pointsOf(inverter, window)
  const known = believedCounters.of(memory, inverter.id)
  return known !== null && known.ts < (points[0]?.ts ?? 0) && known.pv === points[0]?.pv
    ? [known, ...points]
    : points
}

/** Counters worth remembering: those that have grown, and those that fell for good. */
const learnCounters = (window: StationWindow, memory: Memory): Map<string, Point> =>
  new Map(
    ofKind(window, 'inverter').flatMap((inverter) => {
      const last = pointsOf(inverter, window).at(-1)
      const known = believedCounters.of(memory, inverter.id)
      if (last === undefined || (last.wh === known?.wh && last.pv === known.pv)) return []
      const believed =
        known === null ||
        known.pv !== last.pv ||
        last.wh > known.wh ||
        fall(withMemory(inverter, window, memory), 0) !== null
      return believed ? [[inverter.id, last]] : []
    }),
  )

/** A fall that three readings confirm; a single 0 or dip is a bad reading and none. */
const fall = (points: readonly Point[], least: number): { before: Point; after: Point } | null => {
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1], points[index]]
    if (before === undefined || after === undefined || before.wh - after.wh <= least) continue
    const later = points.slice(index, index + CONFIRM_READINGS)
    const confirmed = later.length === CONFIRM_READINGS && later.every(({ wh }) => before.wh - wh > least)
    const rolledOver = ranges.some((range) => before.wh < range && before.wh > range * ROLLOVER)
    if (confirmed && !rolledOver) return { before, after }
  }
  return null
}

const stuck = (device: RuleDevice, window: StationWindow, points: readonly Point[]): boolean => {
  const readings = recent(device, window.at, windowMs(window.reportMin))
  const [first, last] = [points[0], points.at(-1)]
  const whole = windowMs(window.reportMin) - 3 * window.reportMin * 60_000
  return (
    device.ratedW !== null &&
    first !== undefined &&
    last !== undefined &&
    last.ts - first.ts >= whole &&
    first.wh === last.wh &&
    readings.every(({ p, flags }) => !hasFlag(flags, 'power') && (p ?? 0) > MOVES_FROM * (ableW(device) ?? 0))
  )
}

/** Where power stands still to the watt as well, it is not the counter that is at fault: all its values are old ones. */
const powerMoves = (device: RuleDevice, window: StationWindow): boolean =>
  new Set(recent(device, window.at, windowMs(window.reportMin)).map(({ p }) => p)).size > 1

/** A lifetime counter that fell and stayed low, or stands still while power flows. Over after a day without. */
export const counter: Rule = {
  id: 'counter',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p', 'e_tot', 'e_pv'] },
  learn: learns(believedCounters, learnCounters),
  unit: 'Wh',
  threshold: { usual: 100, least: 2, most: 100_000 },
  clearsAt: (threshold) => threshold,
  waitMin: minutes(0),
  clearMin: 24 * 60,
  source: {
    en: 'A drop beyond rounding, confirmed by three readings, as in the energy figures; it clears after a day without another.',
    zh_CN: '回落超出舍入误差并经三次读数确认，与电量账本规则一致；此后一天内未再发生即恢复。',
  },
  judge: (window, threshold, memory) =>
    ofKind(window, 'inverter').flatMap((inverter): Verdict[] => {
      const points = pointsOf(inverter, window)
      const last = points.at(-1)
      if (last === undefined) return []
      const found = fall(withMemory(inverter, window, memory), threshold)
      const stands = found === null && powerMoves(inverter, window) && stuck(inverter, window, points)
      return [
        {
          code: 'RULE-COUNTER',
          deviceId: inverter.id,
          instance: '1',
          says: found !== null || stands ? 'bad' : 'good',
          asOf: last.ts,
          ...(found !== null
            ? { beganAt: found.after.ts }
            : stands
              ? { beganAt: points[0]?.ts ?? last.ts }
              : {}),
          readings: {
            event: found === null ? (stands ? 'stands still' : null) : 'fell',
            beforeWh: round(found?.before.wh ?? null, 0),
            afterWh: round(found?.after.wh ?? last.wh, 0),
          },
        },
      ]
    }),
}
