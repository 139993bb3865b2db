import type { Answer } from '../../app/data/call-types.ts'

export type Rule = Answer<'GET /api/stations/{stationId}/alarm-rules'>['rules'][number]

export const withUnit = (value: number, unit: Rule['unit']): string =>
  unit === '%' ? `${value}%` : `${value} ${unit}`
