import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stationConditions } from '#domain/stations/station-kinds.ts'

const tokens = readFileSync(new URL('../../kit/tokens.css', import.meta.url), 'utf8')

describe('colours of conditions', () => {
  it('stand there in light and dark for every condition: the ring of the home page draws by their names', () => {
    for (const condition of stationConditions)
      for (const part of ['', '-soft', '-mark'])
        expect(
          tokens.split(`--${condition}${part}:`).length - 1,
          `${condition}${part}`,
        ).toBeGreaterThanOrEqual(2)
  })
})
