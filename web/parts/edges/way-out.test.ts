import { describe, expect, it } from 'vitest'
import { subjectOf, wayOut } from './way-out.ts'

describe('the way out of a trouble', () => {
  it('knows who is spoken to by the scheme, the profile or the brand', () => {
    expect(subjectOf('enphase', null)).toBe('enphase')
    expect(subjectOf('modbus-tcp', null, 'SolarEdge')).toBe('solaredge')
    expect(subjectOf('modbus-tcp', 'huawei-sun2000', null)).toBe('huawei')
    expect(subjectOf('modbus-tcp', 'sma-modbus')).toBe('sma')
    expect(subjectOf('modbus-tcp', 'sunspec', 'Fronius')).toBe('fronius')
    expect(subjectOf('modbus-tcp', 'sunspec', 'Plasma')).toBeNull()
  })

  it('says where the maker lets it be switched on, instead of that somewhere it is', () => {
    expect(wayOut('refused', 'solaredge')).toEqual({ subject: 'solaredge', general: [] })
    expect(wayOut('refused', null)).toEqual({ subject: null, general: ['switchedOn'] })
  })

  it('speaks of tokens where one is wanted, and of nothing else', () => {
    expect(wayOut('login', 'enphase')).toEqual({ subject: 'enphase', general: [] })
    expect(wayOut('login', 'sungrow')).toEqual({ subject: null, general: ['secret'] })
  })

  it('has nothing to say of what it does not know', () => {
    expect(wayOut('something_new', 'sma')).toEqual({ subject: null, general: [] })
  })
})
