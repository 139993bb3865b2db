import { hasFlag } from '../../telemetry/quality-flags.ts'
import { aboveIs, minutes, round, type Rule } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import {
  ableW,
  meanOf,
  newest,
  ofKind,
  recent,
  type RuleDevice,
  type StationWindow,
  windowMs,
} from '../../analyses/station-window.ts'

/**
 * Hotter by this than the coolest neighbour that has worked as hard, K: its cooling has failed though the limit is far.
 * No source: chosen.
 */
const ABOVE_NEIGHBOURS = 12
/** A neighbour works as hard so much below its own load on, of rated power. No source: chosen. */
const LOAD_MARGIN = 0.05
/** Below this load nothing gets warm by itself. No source: chosen. */
const LEAST_LOAD = 0.1
/** Only from this load on a normal temperature excuses: a failed fan does not show before. No source: chosen. */
const TELLING_LOAD = 0.5

/** What was hot under a load is proven cool under as much, not in the evening. No source: chosen. */
const PROVING_SHARE = 0.95

/** `load`: now; `worked`: mean of the last hour, which is what has warmed it. */
type Warmth = { device: RuleDevice; celsius: number; load: number; worked: number; asOf: number }

const loadOf = (device: RuleDevice, watts: number | null): number => {
  const able = ableW(device)
  return able === null || able <= 0 ? 0 : Math.max(0, watts ?? 0) / able
}

const warmthOf = (window: StationWindow): Warmth[] =>
  ofKind(window, 'inverter').flatMap((device) => {
    const last = newest(device, window)
    if (last === null || last.t === null || hasFlag(last.flags, 'temperature')) return []
    const hour = recent(device, window.at, windowMs(window.reportMin))
    const worked = loadOf(device, meanOf(hour.map(({ p, flags }) => (hasFlag(flags, 'power') ? null : p))))
    return [{ device, celsius: last.t, load: loadOf(device, last.p), worked, asOf: last.ts }]
  })

/** Too hot by itself, or far hotter than the coolest neighbour of the same model that works at least as hard. */
export const overTemperature: Rule = {
  id: 'over_temperature',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p', 't'] },
  unit: '°C',
  threshold: { usual: 75, least: 45, most: 100 },
  clearsAt: (threshold) => threshold - 5,
  waitMin: minutes(15),
  clearMin: 30,
  source: {
    en: 'Inverters derate from 70 to 85 °C inside; a measured 17 kW inverter reached 63 °C in the sun. In addition, it must be 12 K above the coolest neighbour with at least its load in the last hour. It clears once it stays cool under the load it was last hot under.',
    zh_CN:
      '逆变器内部约 70–85 °C 开始降额；实测机型日照下最高约 63 °C。另外：比近一小时负载不低于它的同型号逆变器中温度最低者高 12 K 也会告警；在接近告警时的负载下温度正常才算恢复。',
  },
  provesEnd: ({ loadPercent: hot }, { loadPercent: now }) =>
    typeof hot !== 'number' || typeof now !== 'number' || now >= PROVING_SHARE * hot,
  judge: (window, threshold) => {
    const all = warmthOf(window)
    return all.map((one): Verdict => {
      const as = all.filter(
        ({ device, load, worked }) =>
          device !== one.device &&
          device.model === one.device.model &&
          load >= one.load - LOAD_MARGIN &&
          worked >= one.worked - LOAD_MARGIN,
      )
      // The coolest of them: of two whose fans have failed neither excuses the other.
      const coolest = as.length === 0 ? null : Math.min(...as.map(({ celsius }) => celsius))
      const above = coolest === null || one.load < LEAST_LOAD ? null : one.celsius - coolest
      const compared = all.some(({ device }) => device !== one.device && device.model === one.device.model)
      const alone = aboveIs(one.celsius, threshold, overTemperature.clearsAt(threshold))
      const beside = above === null ? 'hold' : aboveIs(above, ABOVE_NEIGHBOURS, ABOVE_NEIGHBOURS / 2)
      // Where no neighbour works as hard, working hard without getting hot is all that can be asked.
      const cool = above === null || beside === 'good'
      const excused = compared ? cool && one.load >= TELLING_LOAD : true
      return {
        code: 'RULE-OVER-TEMPERATURE',
        deviceId: one.device.id,
        instance: '1',
        says: alone === 'bad' || beside === 'bad' ? 'bad' : alone === 'good' && excused ? 'good' : 'hold',
        asOf: one.asOf,
        readings: {
          temperatureC: round(one.celsius, 1),
          neighboursC: round(coolest, 1),
          limitC: threshold,
          loadPercent: round(100 * one.load, 0),
        },
      }
    })
  },
}
