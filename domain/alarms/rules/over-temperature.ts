import { hasFlag } from '../../telemetry/reading-quality.ts'
import { aboveIs, minutes, round, type Rule, type Verdict } from './rule.ts'
import { newest, ofKind, type RuleDevice, type StationWindow } from './station-window.ts'

/** Hotter by this than every neighbour that works as hard, K: its cooling has failed though the limit is far. */
const ABOVE_NEIGHBOURS = 12
/** A neighbour works as hard from this share of its load on, of rated power. */
const LOAD_MARGIN = 0.05
/** Below this load nothing gets warm by itself. */
const LEAST_LOAD = 0.1
/** Only from this load on a normal temperature excuses: a failed fan does not show before. */
const TELLING_LOAD = 0.5

type Warmth = { device: RuleDevice; celsius: number; load: number; asOf: number }

const warmthOf = (window: StationWindow): Warmth[] =>
  ofKind(window, 'inverter').flatMap((device) => {
    const last = newest(device, window)
    if (last === null || last.t === null || hasFlag(last.flags, 'temperature')) return []
    const load = device.ratedW === null ? 0 : Math.max(0, last.p ?? 0) / device.ratedW
    return [{ device, celsius: last.t, load, asOf: last.ts }]
  })

/** Too hot by itself, or far hotter than neighbours of the same model that work at least as hard. */
export const overTemperature: Rule = {
  id: 'over_temperature',
  unit: '°C',
  threshold: { usual: 75, least: 45, most: 100 },
  clearsAt: (threshold) => threshold - 5,
  waitMin: minutes(15),
  clearMin: 30,
  source: {
    en: 'Inverters throttle from an inner 70 to 85 °C; a measured one of 17 kW reached 63 °C in the sun. Besides: 12 K above every neighbour with at least its load.',
    zh_CN:
      '逆变器内部约 70–85 °C 开始降额；实测机型日照下最高约 63 °C。另外：比负载不低于它的所有同型号逆变器高 12 K 也会告警。',
  },
  judge: (window, threshold) => {
    const all = warmthOf(window)
    return all.map((one): Verdict => {
      const as = all.filter(
        ({ device, load }) =>
          device !== one.device && device.model === one.device.model && load >= one.load - LOAD_MARGIN,
      )
      const hottest = as.length === 0 ? null : Math.max(...as.map(({ celsius }) => celsius))
      const above = hottest === null || one.load < LEAST_LOAD ? null : one.celsius - hottest
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
          neighboursC: round(hottest, 1),
          limitC: threshold,
          loadPercent: round(100 * one.load, 0),
        },
      }
    })
  },
}
