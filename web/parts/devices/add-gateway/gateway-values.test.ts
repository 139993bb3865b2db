import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { emptyGateway, gatewayBody, gatewayRules, type GatewayValues } from './gateway-values.ts'

const options = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<GatewayValues>
const right: GatewayValues = { ...emptyGateway('s1'), sn: ' gw2408a00017 ', claimCode: ' 7KQ2-M9XD ' }
const codesOf = async (change: Partial<GatewayValues>): Promise<Record<string, string | undefined>> => {
  const { errors } = await gatewayRules({ ...right, ...change }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]))
}

describe('what is entered of a gateway', () => {
  it('goes out normalised, with a claim code only when it is claimed', () => {
    expect(gatewayBody(right)).toEqual({ sn: 'GW2408A00017', name: '', model: '', claimCode: '7KQ2-M9XD' })
    expect(gatewayBody({ ...right, way: 'new' })).not.toHaveProperty('claimCode')
  })
  it('names what is missing', async () => {
    expect(await codesOf({})).toEqual({})
    expect(await codesOf({ stationId: null, sn: '', claimCode: ' ' })).toEqual({
      stationId: 'required',
      sn: 'required',
      claimCode: 'required',
    })
    expect(await codesOf({ way: 'new', claimCode: '' })).toEqual({})
  })
  it("keeps the server's limits", async () => {
    expect(await codesOf({ sn: 'GW24' })).toEqual({ sn: 'sn_format' })
    expect(await codesOf({ name: 'n'.repeat(61) })).toEqual({ name: 'too_long' })
    expect(await codesOf({ model: 'm'.repeat(61) })).toEqual({ model: 'too_long' })
    expect(await codesOf({ claimCode: 'c'.repeat(65) })).toEqual({ claimCode: 'too_long' })
    expect(await codesOf({ name: 'a\u202Eb' })).toEqual({ name: 'invalid_input' })
  })
})
