import { describe, expect, it } from 'vitest'
import { writtenProof } from './prove-rules.ts'
import { readScenario } from './scenario.ts'

describe('what docs/rules.md says of the proof', () => {
  it('tells of every kind of fault that is planted, those that nothing finds too', () => {
    const written = writtenProof()
    for (const name of ['proof/early-summer', 'proof/kinds'])
      for (const fault of readScenario(name).faults.filter((one) => !/dip|rollover/.test(one.name)))
        expect(written).toContain(
          `| ${fault.name === 'gateway-clock-skew' && fault.skewMs < 0 ? 'gateway-clock-slow' : fault.name}`,
        )
    expect(written).toMatch(/\| soiling \| 1 \| (\*\*none\*\*|1) \|/)
  })
})
