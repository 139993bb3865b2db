import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { NumberView } from '#domain/telemetry/metrics.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import type { Measure } from '../../../kit/words/format.ts'
import type { DeviceDetail } from '../device-facts.ts'

type Reading = NonNullable<DeviceDetail['latest']>

/** `of`: which; `views`: the readings that it stands for, and that are not shown a second time. */
export type MainFigure = {
  of: 'power' | 'charge' | 'light' | 'module' | 'air' | 'dc' | 'strings'
  measure: Measure
  value: number | null
  views: readonly NumberView[]
  /** Of strings: how many of them say their current. */
  known: number
}

const figure = (
  of: MainFigure['of'],
  measure: Measure,
  value: number | null,
  views: readonly NumberView[],
): MainFigure => ({ of, measure, value, views, known: 0 })

/** Power without its sign: the words beside it say which way it takes. */
const powerOf = (reading: Reading): MainFigure =>
  figure(
    'power',
    'power',
    reading.powerW === null || hasFlag(reading.flags, 'power') ? null : Math.abs(reading.powerW),
    ['powerW'],
  )

const ofWeather = (reading: Reading): MainFigure | null =>
  reading.irradianceWm2 !== null
    ? figure('light', 'irradiance', reading.irradianceWm2, ['irradianceWm2'])
    : reading.moduleC !== null
      ? figure('module', 'temperature', reading.moduleC, ['moduleC'])
      : reading.ambientC !== null
        ? figure('air', 'temperature', reading.ambientC, ['ambientC'])
        : null

/** Of a box that measures no power what its strings carry together, where each of them is known. */
const ofCombiner = (reading: Reading): MainFigure | null => {
  if (reading.powerW !== null) return powerOf(reading)
  if (reading.dcPowerW !== null) return figure('dc', 'power', reading.dcPowerW, ['dcPowerW'])
  const currents = (reading.strings ?? []).map(({ a }) => a)
  if (currents.length === 0) return null
  const known = currents.filter((a) => a !== null)
  const sum = known.reduce((total, a) => total + a, 0)
  return {
    ...figure('strings', 'current', known.length === currents.length ? sum : null, []),
    known: known.length,
  }
}

/** What a device of this kind is looked at for; null = it says nothing of the sort. */
export const mainFigure = (kind: DeviceKind, reading: Reading | null): MainFigure | null => {
  if (!reading) return null
  if (kind === 'weather') return ofWeather(reading)
  if (kind === 'combiner') return ofCombiner(reading)
  if (kind === 'battery' && reading.socPct !== null)
    return figure('charge', 'percent', reading.socPct, ['socPct', 'powerW'])
  return kind === 'meter' || kind === 'battery' || reading.powerW !== null ? powerOf(reading) : null
}
