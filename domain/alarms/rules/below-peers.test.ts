import { expect, it } from 'vitest'
import type { HourMean, RuleDevice, StationWindow } from '../../analyses/station-window.ts'
import { usualSettings } from './all-rules.ts'
import { runRules } from './run-rules.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-06-21T12:00:00Z')
const plane = { tiltDeg: 30, azimuthDeg: 180 }

const inverter = (id: string): RuleDevice => ({
  id,
  kind: 'inverter',
  sn: id,
  model: '',
  gatewayId: null,
  parentId: null,
  stringNo: null,
  ratedW: 10_000,
  size: null,
  plane,
  heardAt: null,
  connected: false,
  offSince: null,
  limitPct: null,
  readings: [],
})

/** How often the hours of each device are read. */
class CountedHours extends Map<string, readonly HourMean[]> {
  readonly read: string[] = []
  override get(id: string): readonly HourMean[] | undefined {
    this.read.push(id)
    return super.get(id)
  }
}

const hoursOf = (share: number): HourMean[] =>
  [-2, -1, 0, 1, 2].map((no) => ({
    from: NOON + no * HOUR,
    powerW: share * (8000 - 100 * no * no),
    spreadW: 60,
    readings: 12,
    heldBack: false,
  }))

it('looks at a day once, and learns from the same look that it judges by', () => {
  const shares = { a: 1, b: 1, c: 1, d: 0.8 }
  const hours = new CountedHours(Object.entries(shares).map(([id, share]) => [id, hoursOf(share)]))
  const window: StationWindow = {
    at: NOON + 12 * HOUR,
    position: { latitude: 48, longitude: 0 },
    faces: [{ ...plane, share: 1 }],
    country: 'DE',
    reportMin: 5,
    listeningSince: 0,
    devices: Object.keys(shares).map(inverter),
    strings: [],
    hours,
  }
  const states = new Map()
  const { kept } = runRules(window, usualSettings, states, new Map(), ['below_peers'])
  expect(hours.read).toEqual(Object.keys(shares))
  expect([...states.values()]).toMatchObject([{ deviceId: 'd', readings: { deficitPercent: 20 } }])
  expect(kept.map(({ kind, deviceId }) => `${kind} ${deviceId}`)).toEqual(
    Object.keys(shares).map((id) => `share_of_peers ${id}`),
  )
})
