import { describe, expect, it } from 'vitest'
import { hasData, noData } from './definitions.ts'
import { proveChains } from './generated-chains.ts'

/** Ten thousand in `npm run prove -- edge`. */
const CHAINS = Number(process.env['EDGE_CHAINS'] ?? 300)

describe('generated chains of SunSpec models', () => {
  it('are read without a wrong value', async ({ skip }) => {
    skip(!hasData, noData)
    const { chains, models, values, wrong } = await proveChains(CHAINS, 2_026)
    console.log(`${chains} chains, ${models} models, ${values} values, ${wrong.length} wrong`)
    expect(wrong.slice(0, 5)).toEqual([])
    expect(chains).toBe(CHAINS)
    expect(values).toBeGreaterThan(10_000)
  })
})
