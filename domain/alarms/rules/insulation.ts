import { bitsOf, rawNumber } from '../../telemetry/raw-words.ts'
import { belowIs, minutes, type Rule } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { newest, ofKind, type RuleReading } from '../../analyses/station-window.ts'
import { hasFlag } from '../../telemetry/quality-flags.ts'

/** Ground fault. Source: SunSpec, bit 0 of event field 1 (`Evt1`). */
const GROUND_FAULT = 1

/** By its own metric, or as older gateways say it beside the metrics; null = not measured. */
const resistanceKohm = (last: RuleReading | null): number | null => {
  if (last === null) return null
  const measured = hasFlag(last.flags, 'insulation') ? null : last.riso
  const ohms = measured ?? rawNumber(last.raw, 'Riso_kohm')
  return ohms === null || ohms < 0 ? null : ohms
}

/** Insulation resistance below what the inverter needs, or its event bit for a ground fault. */
export const insulation: Rule = {
  id: 'insulation',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['riso', 'raw'] },
  unit: 'kΩ',
  threshold: { usual: 50, least: 10, most: 1000 },
  clearsAt: (threshold) => threshold * 1.2,
  waitMin: minutes(5),
  clearMin: 60,
  source: {
    en: 'IEC 62109-2: highest array voltage divided by 30 mA, which is 50 kΩ at 1500 V. SunSpec event bit 0 means the same.',
    zh_CN: 'IEC 62109-2：阵列最高电压除以 30 mA，1500 V 时为 50 kΩ；SunSpec 事件位 0（接地故障）同样触发。',
  },
  judge: (window, threshold) =>
    ofKind(window, 'inverter').flatMap((inverter): Verdict[] => {
      const last = newest(inverter, window)
      const resistance = resistanceKohm(last)
      const events = bitsOf(last?.raw, 'Evt1')
      const ground = events === null ? null : (events & GROUND_FAULT) !== 0
      if (last === null || (resistance === null && ground === null)) return []
      return [
        {
          code: 'RULE-INSULATION',
          deviceId: inverter.id,
          instance: '1',
          says:
            ground === true
              ? 'bad'
              : resistance === null
                ? 'good'
                : belowIs(resistance, threshold, insulation.clearsAt(threshold)),
          asOf: last.ts,
          readings: { insulationKohm: resistance, limitKohm: threshold, groundFaultBit: ground },
        },
      ]
    }),
}
