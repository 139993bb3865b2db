import { describe, expect, it } from 'vitest'
import { powerWay } from './power-way.ts'

describe('the way that power takes', () => {
  it('through a meter at the grid is drawn or fed in; without a role it counts as there', () => {
    expect(powerWay('meter', 'grid', 640)).toBe('drawing')
    expect(powerWay('meter', null, -640)).toBe('feeding')
  })

  it('through a meter elsewhere is what stands behind it', () => {
    expect(powerWay('meter', 'consumption', 640)).toBe('using')
    expect(powerWay('meter', 'production', -640)).toBe('giving')
  })

  it('through a battery is charging below 0', () => {
    expect(powerWay('battery', null, -640)).toBe('charging')
    expect(powerWay('battery', null, 640)).toBe('discharging')
  })

  it('is none within the noise, and of nothing else', () => {
    expect(powerWay('meter', null, -9)).toBe('resting')
    expect(powerWay('battery', null, 0)).toBe('resting')
    expect(powerWay('inverter', null, 640)).toBeNull()
  })
})
