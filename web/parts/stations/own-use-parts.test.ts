import { describe, expect, it } from 'vitest'
import { ownUseParts } from './own-use-parts.ts'

type Bars = NonNullable<Parameters<typeof ownUseParts>[0]>
const of = (ownUseWh: number | null, exportWh: number | null): Bars => ({
  bars: [{ key: '2026-06-01', ownUseWh, exportWh } as Bars['bars'][number]],
})
const day = '2026-06-01'

describe('what a bar of energy is made of', () => {
  it('is what was used here and what was fed in', () => {
    expect(ownUseParts(of(6_000, 2_000), day, 8_000)).toEqual([6_000, 2_000])
    expect(ownUseParts(of(0, 0), day, 0)).toEqual([0, 0])
  })

  it('leaves a rest where not all days are known', () => {
    expect(ownUseParts(of(3_000, 1_000), day, 8_000)).toEqual([3_000, 1_000])
  })

  it('is not known where a part is not, nor of other days, nor where nothing measures it', () => {
    expect(ownUseParts(of(null, 2_000), day, 8_000)).toBeUndefined()
    expect(ownUseParts(of(6_000, null), day, 8_000)).toBeUndefined()
    expect(ownUseParts(of(6_000, 2_000), '2026-06-02', 8_000)).toBeUndefined()
    expect(ownUseParts(of(6_000, 2_000), day, null)).toBeUndefined()
    expect(ownUseParts(undefined, day, 8_000)).toBeUndefined()
  })

  it('is never more than what was made: such counters are of other times', () => {
    expect(ownUseParts(of(6_000, 2_100), day, 8_000)).toEqual([6_000, 2_100])
    expect(ownUseParts(of(6_000, 3_000), day, 8_000)).toBeUndefined()
  })
})
