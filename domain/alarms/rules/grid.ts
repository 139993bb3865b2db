import { medianOf } from '../../telemetry/peers.ts'
import { hasFlag } from '../../telemetry/reading-quality.ts'
import { minutes, round, type Rule, serialsOf, type Verdict } from './rule.ts'
import { meanOf, newest, ofKind, recent, type RuleDevice, type StationWindow } from './station-window.ts'

const MEAN_MS = 10 * 60_000
/** Phase voltage of the low-voltage grid by country, V; 230 elsewhere (IEC 60038). */
const byCountry: Readonly<Record<string, number>> = {
  CN: 220,
  US: 240,
  CA: 240,
  MX: 220,
  BR: 220,
  CL: 220,
  PE: 220,
  AR: 220,
  CO: 240,
  KR: 220,
  PH: 230,
  TW: 220,
  JP: 202,
  SA: 230,
}
/** What larger inverters feed into, V: between phases, or before a transformer of their own. */
const others = [120, 127, 202, 230, 240, 277, 347, 380, 400, 415, 462, 480, 540, 600, 690, 800]

/** The nominal voltage that a station's inverters stand on; the country's own before all others. */
export const nominalV = (measured: number, country: string): number | null => {
  const own = byCountry[country] ?? 230
  const near = (nominal: number): boolean => Math.abs(measured / nominal - 1) <= 0.17
  if (near(own)) return own
  const found = others.filter(near).toSorted((a, b) => Math.abs(a - measured) - Math.abs(b - measured))
  return found[0] ?? null
}

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

const means = (device: RuleDevice, window: StationWindow) =>
  recent(device, window.at, Math.max(MEAN_MS, 2 * window.reportMin * 60_000))

/** Means of ten minutes further from nominal than grids are allowed to be. */
export const gridVoltage: Rule = {
  id: 'grid_voltage',
  unit: '%',
  threshold: { usual: 10, least: 3, most: 20 },
  clearsAt: (threshold) => threshold - 2,
  waitMin: minutes(10),
  clearMin: 30,
  source: {
    en: 'EN 50160: means of 10 minutes within 10 % of nominal.',
    zh_CN:
      'EN 50160：10 分钟平均值应在标称电压 ±10% 以内；GB/T 12325 对 220 V 更严（+7%、−10%），可自行调低。',
  },
  judge: (window, threshold) => {
    const measured = ofKind(window, 'inverter').flatMap((inverter) => {
      const last = newest(inverter, window)
      const readings = means(inverter, window).filter(({ flags }) => !hasFlag(flags, 'voltage'))
      const phases = [0, 1, 2].flatMap((phase) => meanOf(readings.map(({ u }) => u?.[phase])) ?? [])
      // An inverter that is off the grid shows nothing worth judging.
      const on = phases.filter((volts) => volts > 50)
      return last === null || on.length === 0 ? [] : [{ inverter, on, asOf: last.ts }]
    })
    const nominal = nominalV(medianOf(measured.flatMap(({ on }) => on)) ?? 0, window.country)
    if (nominal === null) return []
    return spread(
      measured.map(({ inverter, on, asOf }): Found => {
        const off = on.map((volts) => 100 * (volts / nominal - 1))
        const [most, least] = [Math.max(...off), Math.min(...off)]
        const clearsAt = gridVoltage.clearsAt(threshold)
        return {
          inverter,
          asOf,
          says: {
            over: sided(most, threshold, clearsAt).over,
            under: sided(least, threshold, clearsAt).under,
          },
          readings: {
            nominalV: nominal,
            limitHighV: round(nominal * (1 + threshold / 100), 1),
            limitLowV: round(nominal * (1 - threshold / 100), 1),
            highestV: round(Math.max(...on), 1),
            lowestV: round(Math.min(...on), 1),
            offPercent: round(Math.abs(most) > Math.abs(least) ? most : least, 1),
          },
        }
      }),
      { over: 'RULE-GRID-OVERVOLTAGE', under: 'RULE-GRID-UNDERVOLTAGE' },
    )
  },
}

/** Means of ten minutes away from 50 or 60 Hz. */
export const gridFrequency: Rule = {
  id: 'grid_frequency',
  unit: 'Hz',
  threshold: { usual: 0.5, least: 0.1, most: 3 },
  clearsAt: (threshold) => threshold * 0.8,
  waitMin: minutes(10),
  clearMin: 30,
  source: {
    en: 'EN 50160: within 1 % of nominal for 99.5 % of the year; half a hertz at 50 Hz.',
    zh_CN: 'EN 50160：全年 99.5% 的时间应在标称频率 ±1% 以内，即 50 Hz 时 ±0.5 Hz。',
  },
  judge: (window, threshold) =>
    spread(
      ofKind(window, 'inverter').flatMap((inverter): Found[] => {
        const last = newest(inverter, window)
        const hertz = meanOf(
          means(inverter, window).map(({ f, flags }) => (hasFlag(flags, 'frequency') || f === 0 ? null : f)),
        )
        if (last === null || hertz === null) return []
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
