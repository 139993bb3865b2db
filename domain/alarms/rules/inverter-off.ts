import { medianOf } from '../../telemetry/peers.ts'
import { mustProduce } from '../../analyses/light.ts'
import { doesRun, outputs } from './no-production.ts'
import { coursesOfDay, peersNow } from '../../analyses/planes.ts'
import { minutes, round, type Rule } from './rule.ts'
import { ratedKw, meanMs } from '../../analyses/station-window.ts'

/** From this share of a limit that was set on, the limit is what holds it down. No source: chosen. */
const HELD = 0.5

/** An inverter gives next to nothing while the median of its neighbours runs. */
export const inverterOff: Rule = {
  id: 'inverter_off',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p'] },
  uses: [coursesOfDay],
  unit: '%',
  threshold: { usual: 10, least: 1, most: 50 },
  clearsAt: (threshold) => 2 * threshold,
  waitMin: minutes(20),
  clearMin: 10,
  meanMs,
  source: {
    en: "Percent of the neighbours' output per rated kW. Half an hour at a tenth is a standstill, not a cloud. Neighbours face the same way, as entered or learned; around noon all count.",
    zh_CN:
      '为相邻逆变器单位容量出力的百分比。半小时均值低于十分之一即为停机，而非云影。相邻逆变器指同一朝向（录入或学习所得）者，正午前后为全部。',
  },
  judge: (window, threshold, memory) => {
    const all = outputs(window)
    return all.map((one) => {
      const beside = all.filter((other) => other !== one)
      const peers = peersNow(window, memory, beside, one.inverter, ({ inverter }) => inverter)
      const others = medianOf(peers.map(({ percent }) => percent))
      const ratio = others !== null && others > 0 ? (100 * one.percent) / others : null
      const held = one.inverter.limitPct !== null && one.percent >= HELD * one.inverter.limitPct
      const judged = ratio !== null && doesRun(others) && !held && mustProduce(window, one.inverter)
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
