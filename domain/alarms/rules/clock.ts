import { hasFlag } from '../../telemetry/quality-flags.ts'
import { beganIn } from './began.ts'
import { round, type Rule, same } from './rule.ts'
import type { Figures, Verdict } from '../../analyses/verdict.ts'
import { type RuleDevice, type RuleReading, windowMs } from '../../analyses/station-window.ts'

/** Readings in a row that must agree. No source: one or two may be a slip. */
const RECENT = 3
const MINUTE = 60_000

const isWrong = ({ flags }: RuleReading): boolean => hasFlag(flags, 'clock')

/** By how much it is wrong, and in which direction, as far as that is known. */
const offBy = ({ clockOffsetMs = null }: RuleDevice): Figures =>
  clockOffsetMs === null
    ? {}
    : clockOffsetMs < 0
      ? { clockBehindMin: round(-clockOffsetMs / MINUTE, 0) }
      : { clockAheadMin: round(clockOffsetMs / MINUTE, 0) }

/** Readings whose time the server could not believe, of whatever hangs on a gateway: its clock is wrong. */
export const clock: Rule = {
  id: 'clock',
  gives: 'alarms',
  needs: { step: 'minutes', readings: [] },
  unit: 'min',
  threshold: { usual: 15, least: 5, most: 240 },
  clearsAt: same,
  waitMin: same,
  clearMin: 30,
  source: {
    en: 'A clock more than 10 minutes ahead, a day behind, or steadily off by two reporting intervals or more is not trusted; three reports in a row rule out a single slip.',
    zh_CN:
      '时钟超前 10 分钟、落后一天以上，或持续偏差相近且达到两个上报间隔，即不可信；连续三次上报以排除偶发。',
  },
  judge: (window) =>
    window.devices.flatMap((gateway): Verdict[] => {
      if (gateway.kind !== 'gateway') return []
      const all = window.devices
        .flatMap((device) =>
          device.gatewayId === gateway.id
            ? device.readings.filter(({ ts }) => ts > window.at - windowMs(window.reportMin))
            : [],
        )
        .toSorted((a, b) => a.ts - b.ts)
      const readings = all.slice(-RECENT)
      const last = readings.at(-1)
      if (last === undefined || readings.length < RECENT) return []
      const wrong = readings.filter(isWrong).length
      const beganAt = beganIn(all, isWrong)
      return [
        {
          code: 'RULE-CLOCK',
          deviceId: gateway.id,
          instance: '1',
          says: wrong === readings.length ? 'bad' : wrong === 0 ? 'good' : 'hold',
          asOf: last.ts,
          ...(beganAt === null ? {} : { beganAt }),
          readings: {
            ...(wrong === 0 ? {} : offBy(gateway)),
            wrongReadings: wrong,
            of: readings.length,
          },
        },
      ]
    }),
}
