import { describe, expect, it } from 'vitest'
import { emptyGateway, gatewayBody, gatewayRules, type GatewayValues } from './gateway-values.ts'

const right: GatewayValues = { ...emptyGateway('s1'), sn: ' gw2408a00017 ', claimCode: ' 7KQ2-M9XD ' }
const codesOf = (change: Partial<GatewayValues>) => gatewayRules({ ...right, ...change })

describe('what is entered of a gateway', () => {
  it('goes out normalised, with a claim code only when there is one', () => {
    expect(gatewayBody(right)).toEqual({ sn: 'GW2408A00017', name: '', model: '', claimCode: '7KQ2-M9XD' })
    expect(gatewayBody({ ...right, claimCode: ' ' })).not.toHaveProperty('claimCode')
  })
  it('names what is missing', () => {
    expect(codesOf({})).toEqual({})
    expect(codesOf({ stationId: null, sn: '', claimCode: ' ' })).toEqual({
      stationId: 'required',
      sn: 'required',
    })
    expect(codesOf({ claimCode: '' })).toEqual({})
  })
  it("keeps the server's limits", () => {
    expect(codesOf({ sn: 'GW24' })).toEqual({ sn: 'sn_format' })
    expect(codesOf({ name: 'n'.repeat(61) })).toEqual({ name: 'too_long' })
    expect(codesOf({ model: 'm'.repeat(61) })).toEqual({ model: 'too_long' })
    expect(codesOf({ claimCode: 'c'.repeat(65) })).toEqual({ claimCode: 'too_long' })
    expect(codesOf({ name: 'a\u202Eb' })).toEqual({ name: 'invalid_input' })
  })
})
