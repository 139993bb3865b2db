import { hasFlag } from '../../telemetry/quality-flags.ts'
import { learns } from '../../analyses/analysis.ts'
import { learnLevels, levels, phaseMeans, usualLevel } from './learned-levels.ts'
import { nominalOf, settingOf } from './nominal-voltage.ts'
import { minutes, round, type Rule, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { meanOf, newest, ofKind, recent, type RuleDevice } from '../../analyses/station-window.ts'

/** Source: EN 50160 judges voltage by means of 10 minutes; frequency, for which it takes 10 s, is judged by the same. */
const MEAN_MS = 10 * 60_000
type Found = {
  inverter: RuleDevice
  says: { over: Verdict['says']; under: Verdict['says'] }
  asOf: number
  readings: Verdict['readings']
}
type Codes = { over: string; under: string }

/** What most inverters of a gateway see is the grid's: one alarm, on the gateway. */
const spread = (found: readonly Found[], codes: Codes): Verdict[] =>
  [...Map.groupBy(found, ({ inverter }) => inverter.gatewayId)].flatMap(([gatewayId, mine]) =>
    (['over', 'under'] as const).flatMap((side): Verdict[] => {
      const bad = mine.filter(({ says }) => says[side] === 'bad')
      const together = gatewayId !== null && mine.length > 1 && bad.length > mine.length / 2
      const own = mine.map((one) => ({
        code: codes[side],
        deviceId: one.inverter.id,
        instance: '1',
        says: together && one.says[side] === 'bad' ? ('good' as const) : one.says[side],
        asOf: one.asOf,
        readings: one.readings,
      }))
      if (gatewayId === null || mine.length < 2) return own
      const worst = bad[0] ?? mine[0]
      return [
        ...own,
        {
          code: codes[side],
          deviceId: gatewayId,
          instance: '1',
          says: together ? 'bad' : mine.every(({ says }) => says[side] === 'good') ? 'good' : 'hold',
          asOf: Math.max(...mine.map(({ asOf }) => asOf)),
          readings: {
            ...worst?.readings,
            inverters: bad.length,
            devices: serialsOf(bad.map(({ inverter }) => inverter)),
          },
        },
      ]
    }),
  )

const sided = (value: number, limit: number, clearsAt: number) =>
  ({
    over: value > limit ? 'bad' : value < clearsAt ? 'good' : 'hold',
    under: value < -limit ? 'bad' : value > -clearsAt ? 'good' : 'hold',
  }) as const

const meansMs = (reportMin: number): number => Math.max(MEAN_MS, 2 * reportMin * 60_000)

/** Means of ten minutes further from nominal than grids are allowed to be. */
export const gridVoltage: Rule = {
  id: 'grid_voltage',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['u', 'raw'] },
  learn: learns(levels, learnLevels),
  unit: '%',
  threshold: { usual: 10, least: 3, most: 20 },
  clearsAt: (threshold) => threshold - 2,
  waitMin: minutes(10),
  clearMin: 30,
  meanMs: meansMs,
  source: {
    en: 'EN 50160: 10-minute means within 10% of nominal. Nominal is the device setting, or the national system closest to its usual level.',
    zh_CN:
      'EN 50160：10 分钟平均值应在标称电压 ±10% 以内；GB/T 12325 对 220 V 更严（+7%、−10%），可自行调低。标称电压取设备设定值，否则取当地电压等级中最接近其平时水平者。',
  },
  judge: (window, threshold, memory) => {
    const clearsAt = gridVoltage.clearsAt(threshold)
    const found = ofKind(window, 'inverter').flatMap((inverter): Found[] => {
      const last = newest(inverter, window)
      if (last === null) return []
      const setting = settingOf(inverter.readings)
      const phases = phaseMeans(inverter, window, meansMs(window.reportMin)).flatMap((volts, phase) => {
        if (volts === null) return []
        const level = usualLevel(memory, inverter, phase) ?? volts
        const nominal = nominalOf(level, window.country, setting)
        return nominal === null ? [] : [{ volts, nominal, off: 100 * (volts / nominal.volts - 1) }]
      })
      const byOff = phases.toSorted((a, b) => a.off - b.off)
      const [least, most] = [byOff[0], byOff.at(-1)]
      if (least === undefined || most === undefined) return []
      const worst = Math.abs(most.off) > Math.abs(least.off) ? most : least
      return [
        {
          inverter,
          asOf: last.ts,
          says: {
            over: sided(most.off, threshold, clearsAt).over,
            under: sided(least.off, threshold, clearsAt).under,
          },
          readings: {
            nominalV: worst.nominal.volts,
            lineVoltage: worst.nominal.between === 'line',
            limitHighV: round(worst.nominal.volts * (1 + threshold / 100), 1),
            limitLowV: round(worst.nominal.volts * (1 - threshold / 100), 1),
            highestV: round(most.volts, 1),
            lowestV: round(least.volts, 1),
            offPercent: round(worst.off, 1),
          },
        },
      ]
    })
    return spread(found, { over: 'RULE-GRID-OVERVOLTAGE', under: 'RULE-GRID-UNDERVOLTAGE' })
  },
}

/** Means of ten minutes away from 50 or 60 Hz. */
export const gridFrequency: Rule = {
  id: 'grid_frequency',
  gives: 'alarms',
  needs: { step: 'minutes', readings: ['f', 'raw'] },
  unit: 'Hz',
  threshold: { usual: 0.5, least: 0.1, most: 3 },
  clearsAt: (threshold) => threshold * 0.8,
  waitMin: minutes(10),
  clearMin: 30,
  meanMs: meansMs,
  source: {
    en: 'EN 50160: within 1% of nominal for 99.5% of the year, which is 0.5 Hz at 50 Hz.',
    zh_CN: 'EN 50160：全年 99.5% 的时间应在标称频率 ±1% 以内，即 50 Hz 时 ±0.5 Hz。',
  },
  judge: (window, threshold) =>
    spread(
      ofKind(window, 'inverter').flatMap((inverter): Found[] => {
        const last = newest(inverter, window)
        const hertz = meanOf(
          recent(inverter, window.at, meansMs(window.reportMin)).map(({ f, flags }) =>
            hasFlag(flags, 'frequency') || f === 0 ? null : f,
          ),
        )
        if (last === null || hertz === null) return []
        // Grids have 50 or 60 Hz; the middle divides them.
        const nominal = hertz < 55 ? 50 : 60
        return [
          {
            inverter,
            asOf: last.ts,
            says: sided(hertz - nominal, threshold, gridFrequency.clearsAt(threshold)),
            readings: {
              frequencyHz: round(hertz),
              nominalHz: nominal,
              limitHighHz: round(nominal + threshold),
              limitLowHz: round(nominal - threshold),
            },
          },
        ]
      }),
      { over: 'RULE-GRID-OVERFREQUENCY', under: 'RULE-GRID-UNDERFREQUENCY' },
    ),
}
