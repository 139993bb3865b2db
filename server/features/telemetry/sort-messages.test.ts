import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { sunAt } from '#domain/stations/sun.ts'
import { NO_LIGHT_DEG } from '#domain/telemetry/still-power.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { KnownGateway } from './known-gateways.ts'
import { cameInLight, sortMessage } from './sort-messages.ts'

const TEN_MINUTES = 600_000
const YEAR_MS = 365 * 86_400_000
const NOW = Date.parse('2026-01-01T00:00:00Z')

it('what came in the light has no reading of the dark in the ten minutes before, wherever and whenever it is', () => {
  let [inLight, near] = [0, 0]
  fc.assert(
    fc.property(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: 0, max: YEAR_MS }),
      fc.integer({ min: 0, max: TEN_MINUTES }),
      (latitude, longitude, after, ago) => {
        const at = NOW + after
        const position = { latitude, longitude }
        if (!cameInLight(at, position)) return
        inLight += 1
        const { elevationDeg } = sunAt(at - ago, position)
        if (elevationDeg < NO_LIGHT_DEG + 3) near += 1
        expect(elevationDeg).toBeGreaterThanOrEqual(NO_LIGHT_DEG)
      },
    ),
    { numRuns: 5_000 },
  )
  expect(inLight).toBeGreaterThan(1_500)
  expect(near).toBeGreaterThan(20)
})

const gateway: KnownGateway = {
  no: 1,
  id: 'gateway',
  stationId: 'station',
  reportMin: 5,
  clockOffsetMs: null,
  position: { latitude: 31, longitude: 121 },
  children: new Map(
    ['A', 'B'].map((sn, index) => [
      sn,
      { no: 2 + index, id: sn, stationId: 'station', kind: 'inverter', ratedW: 17_000 },
    ]),
  ),
}
const DAYS = 400
const messageOf = (d: TelemetryItem[], more: Partial<Telemetry> = {}) => ({
  gatewaySn: 'G',
  message: { v: 1 as const, boot: 'boot', seq: 1, ts: NOW, d, ...more },
  receivedAt: NOW,
})

it('a reading is flagged for its time and for its values, and refused for its time', () => {
  const { readings } = sortMessage(messageOf([{ sn: 'A', ts: 0, m: { p: 51_000 } }]), gateway, DAYS)
  expect(readings).toMatchObject([
    { ts: NOW, flags: qualityFlags.clock | qualityFlags.power, m: { p: 51_000 } },
  ])
  const old = sortMessage(messageOf([{ sn: 'A', ts: 0, m: { p: 1 } }], { hist: true }), gateway, DAYS)
  expect([old.readings, old.refused]).toEqual([[], { before_2000: 1, older_than_retention: 0 }])
})

it('a reading of a message is what it would be alone, whichever times stand before it', () => {
  const ts = fc.constantFrom(
    undefined,
    null,
    ...[0, 1, 60_000, 11 * 60_000, 12 * 3_600_000, 25 * 3_600_000, 500 * 86_400_000].flatMap((ago) => [
      NOW - ago,
      NOW + ago,
    ]),
    0,
  )
  const item = fc.record({
    sn: fc.constantFrom('A', 'B', 'C'),
    ts,
    m: fc.constantFrom({ p: 5_000 }, { p: 0 }, { p: 51_000, e_tot: 7 }, { p_pv: 400, p: 900 }),
  })
  let dark = 0
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom(null, 900_000),
      (d, hist, lateMs) => {
        const sort = (some: TelemetryItem[]) => sortMessage(messageOf(some, { hist }), gateway, DAYS, lateMs)
        const whole = sort(d)
        const alone = d.map((one) => sort([one]))
        dark += whole.dark.length
        expect(whole.readings).toEqual(alone.flatMap(({ readings }) => readings))
        expect(whole.dark).toEqual(alone.flatMap((one) => one.dark))
        expect(whole.perhapsLate).toEqual(alone.flatMap(({ perhapsLate }) => perhapsLate))
        for (const why of ['before_2000', 'older_than_retention'] as const)
          expect(whole.refused[why]).toBe(alone.reduce((sum, { refused }) => sum + refused[why], 0))
      },
    ),
    { numRuns: 1_000 },
  )
  expect(dark).toBeGreaterThan(20)
})
