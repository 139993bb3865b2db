import { expect, it } from 'vitest'
import type { BothWaysRow } from '../stations/find-balance.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import { flowOf } from './fleet-flows.ts'

const MIN = 60_000
const AT = Date.UTC(2026, 5, 21, 12)
const meter = (id: string, ts: number): BothWaysRow => ({
  stationId: 's',
  id,
  kind: 'meter',
  role: 'grid',
  below: false,
  ratedW: null,
  ts,
  receivedAt: ts + 2 * MIN,
  p: 700,
  soc: null,
  flags: 0,
})
const figures = {
  powerW: 0,
  powerAt: AT,
  powerWholeAt: AT,
  devices: { inverter: { total: 1, online: 1 } },
} as StationFigures

it('what a meter said holds until it is too old, and is unknown from that instant on', () => {
  const told = (now: number) => flowOf([meter('one', AT)], figures, { report_min: 5 }, now)
  const first = told(AT + 2 * MIN)
  expect(first?.grid).toEqual({ powerW: 700 })
  const until = first?.until ?? 0
  expect(until).toBe(AT + 15 * MIN)
  expect(told(until - 1)).toEqual(first)
  expect(told(until)).toMatchObject({ grid: { powerW: null }, until: Infinity })
})
