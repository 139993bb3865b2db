import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sunAt } from '#domain/stations/sun.ts'
import { NO_LIGHT_DEG } from '#domain/telemetry/still-power.ts'
import { cameInLight } from './sort-messages.ts'

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
