import { describe, expect, it } from 'vitest'
import { compareStrings, type ComparedString } from './compare-strings.ts'

const least = { current: 0.03, tracker: 0.03, optimizers: 5 }
const string = (id: string, powerW: number, more: Partial<ComparedString> = {}): ComparedString => ({
  id,
  kind: 'tracker',
  plane: null,
  size: 5_000,
  steps: new Map(Array.from({ length: 12 }, (_, step) => [step, powerW])),
  ...more,
})
const shareOf = (all: ComparedString[], id: string) => compareStrings(all, least).shares.get(id)

describe('strings beside each other', () => {
  it('names the odd one by how far it is below the others', () => {
    const all = [string('1', 4_000), string('2', 3_280), string('3', 4_010), string('4', 3_990)]
    expect(shareOf(all, '2')?.share).toBeCloseTo(-0.18)
    expect(shareOf(all, '2')?.odd).toBe(true)
    expect(shareOf(all, '1')).toMatchObject({ odd: false, peers: 3 })
  })
  it('compares by the power of the modules', () => {
    const all = [string('1', 4_000), string('2', 2_000, { size: 2_500 }), string('3', 4_000)]
    expect(shareOf(all, '2')?.share).toBeCloseTo(0)
  })
  it('holds no string against one of another plane, or one that is measured in another way', () => {
    const [south, west] = [
      { tiltDeg: 30, azimuthDeg: 180 },
      { tiltDeg: 30, azimuthDeg: 270 },
    ]
    const all = [
      string('1', 4_000, { plane: south }),
      string('2', 4_000, { plane: south }),
      string('3', 1_000, { plane: west }),
      string('4', 300, { kind: 'optimizers', size: 1 }),
    ]
    expect(shareOf(all, '3')).toEqual({ share: null, peers: 0, odd: false, turned: true })
    expect(shareOf(all, '4')).toEqual({ share: null, peers: 0, odd: false, turned: false })
    expect(shareOf(all, '1')?.share).toBeCloseTo(0)
    expect(shareOf(all, '1')?.turned).toBe(false)
  })
  it('does not say of a string that was hardly heard that it lies otherwise', () => {
    const west = { tiltDeg: 30, azimuthDeg: 270 }
    const deaf = string('3', 4_000, { plane: west, steps: new Map([[0, 4_000]]) })
    const all = ['1', '2', '4', '5', '6'].map((id) =>
      string(id, 4_000, { plane: { tiltDeg: 30, azimuthDeg: 180 } }),
    )
    expect(shareOf([...all, deaf], '3')).toMatchObject({ share: null, turned: false })
  })
  it('blames none where the others do not agree, and none with one other alone', () => {
    const apart = [string('1', 4_000), string('2', 1_000), string('3', 2_000), string('4', 3_000)]
    expect(apart.some(({ id }) => shareOf(apart, id)?.odd)).toBe(false)
    expect(shareOf([string('1', 4_000), string('2', 2_000)], '2')).toMatchObject({ share: -0.5, odd: false })
  })
  it('leaves out night and dawn, and a string that was hardly heard is unknown', () => {
    const dim = [string('1', 40), string('2', 20), string('3', 40)]
    expect(compareStrings(dim, least)).toMatchObject({ span: null, steps: 0 })
    const deaf = string('4', 4_000, { steps: new Map([[0, 4_000]]) })
    const others = ['1', '2', '3', '5', '6'].map((id) => string(id, 4_000))
    expect(shareOf([...others, deaf], '4')?.share).toBeNull()
  })
})
