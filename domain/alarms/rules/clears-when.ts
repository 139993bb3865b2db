import { END_TIME_MIN } from '../end-time.ts'
import type { InBoth } from '../explain-alarm.ts'
import { rules } from './all-rules.ts'
import type { Rule, RuleId } from './rule.ts'
import { ruleOfCode } from './rule-codes.ts'

/** In words: what ends an alarm. */

type Sentence = (figure: string, clear: Rule) => InBoth<string>
const DAY_MIN = 24 * 60
const wait = (min: number): InBoth<string> =>
  min === 0
    ? { en: '', zh_CN: '' }
    : min >= 2 * DAY_MIN
      ? { en: ` on ${min / DAY_MIN} clear days`, zh_CN: `并持续 ${min / DAY_MIN} 个晴好日` }
      : { en: ` for ${min} minutes`, zh_CN: `并持续 ${min} 分钟` }
const when =
  (en: (figure: string) => string, zh: (figure: string) => string): Sentence =>
  (figure, { clearMin }) => ({
    en: `Clears automatically when ${en(figure)}${wait(clearMin).en}.`,
    zh_CN: `${zh(figure)}${wait(clearMin).zh_CN}后自动恢复。`,
  })

const sentences: Readonly<Record<RuleId, Sentence>> = {
  gateway_silent: when(
    () => 'the gateway reports again',
    () => '网关恢复上报',
  ),
  device_silent: when(
    () => 'the device reports again',
    () => '设备恢复上报',
  ),
  no_production: when(
    (figure) => `the output exceeds ${figure} of rated power`,
    (figure) => `出力高于额定功率的 ${figure} `,
  ),
  inverter_off: when(
    (figure) => `its output exceeds ${figure} of its neighbours' output`,
    (figure) => `出力高于相邻逆变器的 ${figure} `,
  ),
  string_current: when(
    (figure) => `its current exceeds ${figure} of its peers' current in daylight`,
    (figure) => `白天电流高于同组的 ${figure} `,
  ),
  optimizer_low: when(
    (figure) => `its output exceeds ${figure} of its peers' output in daylight`,
    (figure) => `白天出力高于同组的 ${figure} `,
  ),
  over_temperature: when(
    (figure) => `it is below ${figure} and no hotter than its neighbours`,
    (figure) => `温度低于 ${figure} 且不高于相邻逆变器`,
  ),
  grid_voltage: when(
    (figure) => `the voltage stays within ${figure} of nominal`,
    (figure) => `电压回到标称值 ±${figure} 以内`,
  ),
  grid_frequency: when(
    (figure) => `the frequency stays within ${figure} of nominal`,
    (figure) => `频率回到标称值 ±${figure} 以内`,
  ),
  insulation: when(
    (figure) => `the resistance exceeds ${figure} and no ground fault is reported`,
    (figure) => `绝缘阻抗高于 ${figure} 且无接地故障`,
  ),
  shutdown_open: when(
    () => 'it closes again',
    () => '关断器重新闭合',
  ),
  keepalive_lost: when(
    () => 'it receives the keep-alive signal again',
    () => '重新收到保活信号',
  ),
  counter: when(
    () => 'the counter runs without another fault',
    () => '计数正常且未再次异常',
  ),
  rating: when(
    () => 'its rated power is corrected to match its counter',
    () => '额定功率改为与电量计数相符',
  ),
  frozen: when(
    () => 'its power changes again, or is zero at night',
    () => '功率读数恢复变化，或夜间归零',
  ),
  below_peers: when(
    (figure) => `it is less than ${figure} below its usual level among its peers`,
    (figure) => `与同组相比的偏低幅度回到 ${figure} 以内`,
  ),
  clock: when(
    () => 'its readings have plausible times again',
    () => '读数时间恢复可信',
  ),
}

const fromDevice: InBoth<string> = {
  en: `Clears automatically once the device reports it is over and it has not returned for ${END_TIME_MIN} minutes.`,
  zh_CN: `设备上报恢复且 ${END_TIME_MIN} 分钟内未再次发生，则自动消除。`,
}

/** What would end an alarm of this code; `threshold` as it was raised with, null = the usual one. */
export const clearsWhen = (code: string, threshold: number | null): InBoth<string> => {
  const id = ruleOfCode(code)
  if (id === null) return fromDevice
  const rule = rules[id]
  const value = Math.round(rule.clearsAt(threshold ?? rule.threshold.usual) * 100) / 100
  return sentences[id](`${value}${rule.unit === '%' ? '%' : ` ${rule.unit}`}`, rule)
}
