import { describe, expect, it } from 'vitest'
import { gridMeter, type MeterRole } from './meter-roles.ts'

const meter = (name: string, role: MeterRole | null = null, below = false) => ({ name, role, below })
const chosen = (...meters: ReturnType<typeof meter>[]) => {
  const found = gridMeter(meters)
  return found === null || found === 'several' ? found : found.name
}

describe('the meter at the connection to the grid', () => {
  it('is the only one that stands above, without anybody saying so', () => {
    expect(chosen()).toBeNull()
    expect(chosen(meter('a'))).toBe('a')
    expect(chosen(meter('a'), meter('b', null, true))).toBe('a')
    expect(chosen(meter('a'), meter('b', 'consumption'), meter('c', 'production'))).toBe('a')
  })

  it('is the one that was chosen, whatever stands beside it', () => {
    expect(chosen(meter('a'), meter('b', 'grid', true), meter('c'))).toBe('b')
  })

  it('is none where all were said to measure something else', () => {
    expect(chosen(meter('a', 'consumption'), meter('b', null, true))).toBeNull()
  })

  it('is unknown where two may be it', () => {
    expect(chosen(meter('a'), meter('b'))).toBe('several')
    expect(chosen(meter('a', 'grid'), meter('b', 'grid'), meter('c'))).toBe('several')
  })
})
