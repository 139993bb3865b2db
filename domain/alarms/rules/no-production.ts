import { medianOf } from '../../telemetry/peers.ts'
import { mustProduce } from '../../analyses/light.ts'
import { minutes, round, type Rule, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import {
  ableW,
  meanPowerW,
  newest,
  ofKind,
  ratedKw,
  type RuleDevice,
  type StationWindow,
  meanMs,
} from '../../analyses/station-window.ts'

/** Percent of rated power from which peers count as running. No source: chosen. */
const RUNNING = 5

export type Output = { inverter: RuleDevice; percent: number; asOf: number }

/** Production of each inverter that reports and is meant to run, in percent of its rated power. */
export const outputs = (window: StationWindow): Output[] =>
  ofKind(window, 'inverter').flatMap((inverter) => {
    const [power, last, able] = [meanPowerW(inverter, window), newest(inverter, window), ableW(inverter)]
    return power === null || last === null || able === null || able <= 0 || inverter.offSince !== null
      ? []
      : [{ inverter, percent: (100 * power) / able, asOf: last.ts }]
  })

/** Median of the others, percent of rated; null without others. */
export const othersOf = (all: readonly Output[], one: Output): number | null =>
  medianOf(all.flatMap((other) => (other === one ? [] : [other.percent])))
export const doesRun = (percent: number | null): boolean => (percent ?? 0) >= RUNNING
const peersRun = (all: readonly Output[], one: Output): boolean => doesRun(othersOf(all, one))

const limitOf = (inverter: RuleDevice, percent: number): number | null => {
  const able = ableW(inverter)
  return able === null ? null : Math.round((able * percent) / 100)
}

/**
 * Nothing comes out although the sun stands high enough, and no neighbour runs either. Several inverters of one
 * gateway are one alarm, on the gateway: a breaker, the grid, snow.
 */
export const noProduction: Rule = {
  id: 'no_production',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p'] },
  unit: '%',
  threshold: { usual: 0.5, least: 0.1, most: 5 },
  clearsAt: (threshold) => 4 * threshold,
  waitMin: minutes(60),
  clearMin: 30,
  meanMs,
  source: {
    en: 'Inverters start at about 0.6% of rated power; with a clear-sky irradiance of 200 W/m², even the darkest cloud leaves more than that.',
    zh_CN: '逆变器约在额定功率的 0.6% 启动；晴空辐照 200 W/m² 时，即使浓云也应高于此值。',
  },
  judge: (window, threshold) => {
    const all = outputs(window)
    const lit = mustProduce(window)
    const clearsAt = noProduction.clearsAt(threshold)
    const out: Verdict[] = []
    for (const [gatewayId, mine] of Map.groupBy(all, ({ inverter }) => inverter.gatewayId)) {
      const dead = mine.filter((one) => one.percent < threshold && !peersRun(all, one))
      const together = gatewayId !== null && mine.length > 1 && dead.length === mine.length
      for (const one of mine)
        out.push({
          code: 'RULE-NO-PRODUCTION',
          deviceId: one.inverter.id,
          instance: '1',
          says:
            one.percent > clearsAt
              ? 'good'
              : !together && dead.includes(one) && mustProduce(window, one.inverter)
                ? 'bad'
                : 'hold',
          asOf: one.asOf,
          readings: {
            outputPercent: round(one.percent),
            ratedKw: ratedKw([one.inverter]),
            limitW: limitOf(one.inverter, threshold),
          },
        })
      if (gatewayId === null || mine.length < 2) continue
      out.push({
        code: 'RULE-NO-PRODUCTION',
        deviceId: gatewayId,
        instance: '1',
        says: mine.some((one) => one.percent > clearsAt) ? 'good' : lit && together ? 'bad' : 'hold',
        asOf: Math.max(...mine.map(({ asOf }) => asOf)),
        readings: {
          inverters: mine.length,
          ratedKw: ratedKw(mine.map(({ inverter }) => inverter)),
          devices: serialsOf(mine.map(({ inverter }) => inverter)),
        },
      })
    }
    return out
  },
}
