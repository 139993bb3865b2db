import { describe, expect, it } from 'vitest'
import { generationFlags, generationW, saidGenerationW, shownPowerNowW } from './generation.ts'
import { qualityFlags } from './quality-flags.ts'

const nothing = { acW: null, pvW: null, pvWh: null }
const { power, pvPower, energy } = qualityFlags

describe('what is generation', () => {
  it('is the power of an inverter, and nothing of what it draws at night', () => {
    expect(generationW({ ...nothing, acW: 4000 }, 0)).toBe(4000)
    expect(generationW({ ...nothing, acW: -3 }, 0)).toBe(0)
    expect(saidGenerationW({ ...nothing, acW: -3 })).toBe(-3)
    expect(generationW(nothing, 0)).toBeNull()
    expect(generationW({ ...nothing, acW: 4000 }, power)).toBeNull()
  })

  it('is what the modules of a hybrid give: not what its battery feeds at night, nor what it draws to charge it', () => {
    expect(generationW({ acW: 3000, pvW: 0, pvWh: 8_000_000 }, 0)).toBe(0)
    expect(generationW({ acW: -5000, pvW: 4310, pvWh: null }, 0)).toBe(4310)
  })

  it('is unknown where a hybrid does not say it this time, or what it says cannot be', () => {
    expect(generationW({ acW: 3000, pvW: null, pvWh: 8_000_000 }, 0)).toBeNull()
    expect(generationW({ acW: 3000, pvW: 99_000, pvWh: null }, pvPower)).toBeNull()
    expect(generationW({ acW: 99_000, pvW: 3000, pvWh: null }, power)).toBe(3000)
  })

  it('has the doubt that counts in the flag of power', () => {
    const hybrid = { acW: 3000, pvW: 4000, pvWh: null }
    expect(generationFlags(hybrid, power | energy)).toBe(energy)
    expect(generationFlags(hybrid, pvPower)).toBe(pvPower | power)
    expect(generationFlags({ ...nothing, acW: 1 }, pvPower)).toBe(pvPower)
  })

  it('is shown as it flows where power goes both ways', () => {
    expect(shownPowerNowW('meter', { ...nothing, acW: -1350 }, 0)).toBe(-1350)
    expect(shownPowerNowW('battery', { ...nothing, acW: -2050 }, power)).toBeNull()
    expect(shownPowerNowW('inverter', { ...nothing, acW: -3 }, 0)).toBe(0)
  })
})
