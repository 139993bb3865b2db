import { describe, expect, it } from 'vitest'
import type { Flows } from './balance.ts'
import { balanceParts, ownUse, selfConsumption, selfSufficiency, used, usedExactly } from './balance.ts'

const still: Flows = { pv: 0, imported: 0, exported: 0, charged: 0, discharged: 0 }
const flows = (some: Partial<Flows>): Flows => ({ ...still, ...some })

describe('what a house uses', () => {
  it('is what was made, drawn and discharged, less what was fed in and charged', () => {
    const day = flows({ pv: 20_000, imported: 3_000, exported: 6_000, charged: 5_000, discharged: 4_200 })
    expect(used(day)).toBe(16_200)
    expect(ownUse(day)).toBe(14_000)
    expect(selfConsumption(day)).toBe(0.7)
    expect(selfSufficiency(day)).toBe((16_200 - 3_000) / 16_200)
  })

  it('is unknown as soon as one part of it is', () => {
    const day = flows({ pv: 9_000, imported: 1_000, exported: 500 })
    for (const part of balanceParts) {
      const short = { ...day, [part]: null }
      expect([part, used(short), usedExactly(short), selfSufficiency(short)]).toEqual([
        part,
        null,
        null,
        null,
      ])
    }
    expect(ownUse({ ...day, charged: null, imported: null })).toBe(8_500)
    expect([ownUse({ ...day, pv: null }), selfConsumption({ ...day, exported: null })]).toEqual([null, null])
  })

  it('is the whole of what is drawn where nothing is made', () => {
    const night = flows({ imported: 420 })
    expect([used(night), selfSufficiency(night), selfConsumption(night)]).toEqual([420, 0, null])
  })

  it('is nothing where readings differ by as much as measuring may, and unknown beyond', () => {
    expect(used(flows({ pv: 10_000, exported: 10_250 }))).toBe(0)
    expect(used(flows({ pv: 10_000, exported: 10_400 }))).toBeNull()
    expect(usedExactly(flows({ pv: 10_000, exported: 10_400 }))).toBe(-400)
    expect(used(still)).toBe(0)
    expect(selfSufficiency(still)).toBeNull()
  })

  it('has no share where more came from the grid than was used, or more was fed in than was made', () => {
    const charging = flows({ pv: 1_000, imported: 8_000, charged: 7_000 })
    expect([used(charging), selfSufficiency(charging)]).toEqual([2_000, null])
    const selling = flows({ pv: 1_000, exported: 3_000, discharged: 4_000 })
    expect([ownUse(selling), selfConsumption(selling), used(selling)]).toEqual([null, null, 2_000])
  })
})
