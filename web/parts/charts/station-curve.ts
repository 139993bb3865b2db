import type { Answer } from '../../app/data/call-types.ts'
import { balanceLines, type DeviceCurve } from '../devices/history/curve-lines.ts'

export type PowerCurve = Answer<'GET /api/stations/{stationId}/power'>
/** A station's day: what it makes, and beside it what is used, drawn and stored, as far as it is measured. */
export const asCurve = ({ day, timeZone, from, to, ts, powerW, balance }: PowerCurve): DeviceCurve => ({
  day,
  timeZone,
  from,
  to,
  ts,
  flags: ts.map(() => 0),
  hist: ts.map(() => false),
  cut: false,
  series: [
    { metric: 'powerW', values: powerW },
    ...balanceLines.map((metric) => ({ metric, values: balance?.[metric] })),
  ].flatMap(({ metric, values }) =>
    values?.some((value) => value !== null) ? [{ metric, index: null, unit: 'W', values }] : [],
  ),
})
