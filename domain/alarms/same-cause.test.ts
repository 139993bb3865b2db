import { describe, expect, it } from 'vitest'
import { causes, joinedInstance, partsOfInstance, sameGridFault, takesOver } from './same-cause.ts'

describe('one fault, one alarm', () => {
  it('knows the same fault in the words of a device and of a rule', () => {
    for (const own of ['2062', 'INSULATION', '2031', '2061', 'GROUND-FAULT'])
      expect([causes(own, 'RULE-INSULATION'), takesOver(own, 'RULE-INSULATION')]).toEqual([true, true])
    expect(causes('2110', 'RULE-OVER-TEMPERATURE') && causes('2111', 'RULE-OVER-TEMPERATURE')).toBe(true)
    expect(causes('OPT-LOST', 'RULE-DEVICE-SILENT') && causes('CLOCK', 'RULE-CLOCK')).toBe(true)
    expect([causes('2062', '2062'), causes('2062', 'RULE-CLOCK'), causes('X-1', 'RULE-CLOCK')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('knows why an inverter stands still, and that standing still is no cause of anything', () => {
    for (const cause of ['2062', 'RULE-INSULATION', '2032', 'RULE-KEEPALIVE-LOST'])
      expect([causes(cause, 'RULE-INVERTER-OFF'), takesOver(cause, 'RULE-INVERTER-OFF')]).toEqual([
        true,
        true,
      ])
    expect(causes('RULE-INVERTER-OFF', 'RULE-INSULATION')).toBe(false)
    // Hot is not off, silent is not off, and two words for off are one that neither takes from the other.
    expect(causes('2063', 'RULE-INVERTER-OFF') || causes('RULE-GATEWAY-SILENT', 'RULE-NO-PRODUCTION')).toBe(
      false,
    )
    expect(causes('RULE-NO-PRODUCTION', 'RULE-INVERTER-OFF')).toBe(true)
    expect(takesOver('RULE-NO-PRODUCTION', 'RULE-INVERTER-OFF')).toBe(false)
  })

  it('knows why a device stays below its peers, and lets no short disturbance take that alarm over', () => {
    for (const cause of ['2063', '2111', 'RULE-STRING-CURRENT', 'RULE-INVERTER-OFF', 'RULE-RATING', '2064'])
      expect([causes(cause, 'RULE-BELOW-PEERS'), takesOver(cause, 'RULE-BELOW-PEERS')]).toEqual([true, false])
    for (const other of ['RULE-CLOCK', 'RULE-GATEWAY-SILENT', 'RULE-COUNTER', 'METER-LOST'])
      expect(causes(other, 'RULE-BELOW-PEERS')).toBe(false)
    expect(causes('RULE-BELOW-PEERS', 'RULE-STRING-CURRENT')).toBe(false)
  })

  it('never takes over what a device has said', () => {
    expect(takesOver('RULE-INSULATION', '2062') || takesOver('INSULATION', '2062')).toBe(false)
  })

  it('knows one disturbance of the grid in the words of several devices', () => {
    expect(sameGridFault('2034', 'RULE-GRID-OVERVOLTAGE') && sameGridFault('2034', '2034')).toBe(true)
    expect(sameGridFault('RULE-GRID-OVERVOLTAGE', 'RULE-GRID-OVERVOLTAGE')).toBe(false)
    expect(sameGridFault('2034', '2033') || sameGridFault('2062', '2062') || sameGridFault('X', 'X')).toBe(
      false,
    )
  })

  it('names what joined by the code it was raised with', () => {
    expect(partsOfInstance(joinedInstance('RULE-STRING-CURRENT', 'MPPT 3'))).toEqual({
      code: 'RULE-STRING-CURRENT',
      instance: 'MPPT 3',
    })
    expect(partsOfInstance('MPPT 3')).toEqual({ code: null, instance: 'MPPT 3' })
  })
})
