import { mustProduce } from './light.ts'
import { othersOf, outputs, peersRun } from './no-production.ts'
import { minutes, round, type Rule } from './rule.ts'
import { ratedKw } from './station-window.ts'

/** From this share of a limit that was set on, the limit is what holds it down. */
const HELD = 0.5

/** An inverter gives next to nothing while the median of its neighbours runs. */
export const inverterOff: Rule = {
  id: 'inverter_off',
  unit: '%',
  threshold: { usual: 10, least: 1, most: 50 },
  clearsAt: (threshold) => 2 * threshold,
  waitMin: minutes(20),
  clearMin: 10,
  source: {
    en: 'Percent of what the neighbours give per rated kW. A tenth is a standstill for half an hour, not a cloud or another roof face.',
    zh_CN: '为相邻逆变器单位容量出力的百分比。半小时均值低于十分之一即为停机，而非云影或朝向差异。',
  },
  judge: (window, threshold) => {
    const all = outputs(window)
    const lit = mustProduce(window)
    return all.map((one) => {
      const others = othersOf(all, one)
      const ratio = others !== null && others > 0 ? (100 * one.percent) / others : null
      const held = one.inverter.limitPct !== null && one.percent >= HELD * one.inverter.limitPct
      const judged = lit && ratio !== null && peersRun(all, one) && !held
      return {
        code: 'RULE-INVERTER-OFF',
        deviceId: one.inverter.id,
        instance: '1',
        says: !judged
          ? 'hold'
          : ratio < threshold
            ? 'bad'
            : ratio > inverterOff.clearsAt(threshold)
              ? 'good'
              : 'hold',
        asOf: one.asOf,
        readings: {
          outputPercent: round(one.percent),
          neighboursPercent: round(others),
          ratedKw: ratedKw([one.inverter]),
          limitPercent: threshold,
        },
      }
    })
  },
}
