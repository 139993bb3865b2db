import { medianOf } from '../../telemetry/peers.ts'
import { COMPARABLE_DEG, elevation } from '../../analyses/light.ts'
import { belowIs, minutes, round, type Rule } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { planesDiffer } from '../../analyses/planes.ts'
import { meanPowerW, newest, ofKind, type RuleDevice, meanMs } from '../../analyses/station-window.ts'
import { offNow } from '../../analyses/switched-off.ts'

/** Power per module from which they are compared, W. No source: public code ignores less than 50; the median needs less. */
const LEAST_W = 30
/** Share of the module's rating, where its size is known in W. No source: 30 W of a module of 375. */
const LEAST_SHARE = 0.08
/** Fewer in a string are compared with all of their inverter. No source: chosen. */
const STRING_LEAST = 4
/** Sizes up to here are numbers of modules, above it W. No source: no optimizer has so many, no module so few. */
const MODULES_MOST = 8

type Part = { device: RuleDevice; perSize: number; asOf: number }

/** An optimizer below the median of its string, normalised by the capacity of its modules. */
export const optimizerLow: Rule = {
  id: 'optimizer_low',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p'] },
  unit: '%',
  threshold: { usual: 70, least: 20, most: 95 },
  clearsAt: (threshold) => Math.min(98, threshold + 10),
  waitMin: minutes(180),
  clearMin: 120,
  meanMs,
  source: {
    en: 'Public optimizer monitors use 30% below the string median. Three hours of evidence, because the shadow of a chimney passes sooner.',
    zh_CN: '公开的优化器监控程序以低于组串中位数 30% 为限；累计三小时，烟囱等阴影会更早移开。',
  },
  judge: (window, threshold) => {
    const low = elevation(window) < COMPARABLE_DEG
    const off = offNow(window)
    const parts = ofKind(window, 'optimizer').flatMap((device): Part[] => {
      const [power, last] = [meanPowerW(device, window), newest(device, window)]
      return power === null || last === null || last.state === 'curtailed' || off.has(device.id)
        ? []
        : [{ device, perSize: power / (device.size ?? 1), asOf: last.ts }]
    })
    const strings = Map.groupBy(parts, ({ device }) => `${device.parentId}/${device.stringNo}`)
    const inverters = Map.groupBy(parts, ({ device }) => device.parentId)
    return parts.map((one): Verdict => {
      const string = strings.get(`${one.device.parentId}/${one.device.stringNo}`) ?? []
      const wide = string.length >= STRING_LEAST ? string : (inverters.get(one.device.parentId) ?? [])
      const pool = wide.filter(({ device }) => !planesDiffer(device.plane, one.device.plane))
      const median = medianOf(pool.flatMap((other) => (other === one ? [] : [other.perSize])))
      const size = one.device.size ?? 1
      const least = size > MODULES_MOST ? LEAST_SHARE : LEAST_W
      const told = !low && median !== null && median >= least && pool.length >= STRING_LEAST
      const percent = told ? (100 * one.perSize) / median : null
      return {
        code: 'RULE-OPTIMIZER-LOW',
        deviceId: one.device.id,
        instance: '1',
        says: percent === null ? 'hold' : belowIs(percent, threshold, optimizerLow.clearsAt(threshold)),
        asOf: one.asOf,
        readings: {
          powerW: round(one.perSize * size, 1),
          peersW: round(median === null ? null : median * size, 1),
          percent: round(percent, 1),
          limitPercent: threshold,
          peers: pool.length - 1,
        },
      }
    })
  },
}
