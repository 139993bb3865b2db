import { describe, expect, it } from 'vitest'
import { reasonOf } from './reason-of.ts'

const compared = { by: 'optimizers', share: -0.02 } as const

describe('why a string is not compared', () => {
  it('is that it is measured in another way than those that are', () => {
    const own = { by: 'tracker', share: null } as const
    expect(reasonOf(own, [own, compared, compared])).toEqual({ by: 'tracker', others: 'optimizers' })
  })
  it('is not said of one that is, of one that nothing measures, nor where none could be', () => {
    expect(reasonOf(compared, [compared, { by: 'tracker', share: 0.1 }])).toBeNull()
    expect(reasonOf({ by: null, share: null }, [compared])).toBeNull()
    const silent = { by: 'optimizers', share: null } as const
    expect(reasonOf(silent, [compared, silent])).toBeNull()
    expect(reasonOf({ by: 'tracker', share: null }, [silent])).toBeNull()
  })
})
