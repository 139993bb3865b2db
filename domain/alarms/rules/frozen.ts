import { dcPowerW, powerInTheDark, STILL_READINGS, stillSince } from '../../telemetry/still-power.ts'
import { round, type Rule, same, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import {
  newest,
  ofKind,
  recent,
  type RuleDevice,
  type StationWindow,
  windowMs,
} from '../../analyses/station-window.ts'

type Told = { inverter: RuleDevice; verdict: Verdict }

const judged = (inverter: RuleDevice, window: StationWindow): Told[] => {
  const last = newest(inverter, window)
  if (last === null || last.p === null) return []
  const readings = recent(inverter, window.at, windowMs(window.reportMin))
  const since = stillSince(readings.map(({ ts, p, eTot, ePv }) => ({ ts, powerW: p, eTotWh: ePv ?? eTot })))
  const dcW = typeof last.ePv === 'number' ? null : dcPowerW(last.pDc ?? null, last.mppt)
  const said = { ts: last.ts, powerW: last.p, dcW }
  const still = since !== null && powerInTheDark(said, inverter, window.position)
  const moves = last.p <= 0 || (readings.length >= STILL_READINGS && since === null)
  return [
    {
      inverter,
      verdict: {
        code: 'RULE-FROZEN',
        deviceId: inverter.id,
        instance: '1',
        says: still ? 'bad' : moves ? 'good' : 'hold',
        asOf: last.ts,
        ...(still ? { beganAt: since } : {}),
        readings: { powerW: round(last.p, 0) },
      },
    },
  ]
}

/**
 * Power that stands still while the sun is down. By day nothing is said: what ends it is another value. Where all
 * inverters of a gateway stand still, it is the gateway that repeats itself: one alarm.
 */
export const frozen: Rule = {
  id: 'frozen',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['p', 'p_dc', 'e_tot', 'e_pv', 'mppt'] },
  unit: 'min',
  threshold: { usual: 30, least: 10, most: 240 },
  clearsAt: same,
  waitMin: same,
  clearMin: 15,
  source: {
    en: 'No published source for the time: half an hour is six reports. The same power to the watt with the sun 3° below the horizon, no counter moving and the modules as its supposed source cannot be a battery.',
    zh_CN:
      '时长无出处：取半小时，即六次上报。太阳低于地平线 3° 时功率读数丝毫不变、电量计数不动，且显示来自组件侧，即非电池放电。',
  },
  judge: (window) =>
    [
      ...Map.groupBy(
        ofKind(window, 'inverter').flatMap((inverter) => judged(inverter, window)),
        ({ inverter }) => inverter.gatewayId,
      ),
    ].flatMap(([gatewayId, told]): Verdict[] => {
      if (gatewayId === null || told.length < 2) return told.map(({ verdict }) => verdict)
      const together = told.every(({ verdict }) => verdict.says === 'bad')
      return [
        ...told.map(({ verdict }) =>
          together ? { ...verdict, says: 'hold' as const, beganAt: verdict.asOf } : verdict,
        ),
        {
          code: 'RULE-FROZEN',
          deviceId: gatewayId,
          instance: '1',
          says: together ? 'bad' : told.some(({ verdict }) => verdict.says === 'good') ? 'good' : 'hold',
          asOf: Math.max(...told.map(({ verdict }) => verdict.asOf)),
          ...(together
            ? { beganAt: Math.min(...told.map(({ verdict }) => verdict.beganAt ?? verdict.asOf)) }
            : {}),
          readings: {
            inverters: told.length,
            devices: serialsOf(told.map(({ inverter }) => inverter)),
          },
        },
      ]
    }),
}
