import type { ProfileControl, ProfilePoint } from '../engine/profile/profile-schema.ts'

/** Points in one line: address, meaning, unit, scale. */

type More = Omit<Partial<ProfilePoint>, 'at' | 'is' | 'to'>
type Line = (at: number, to: string, unit?: string, scale?: number, more?: More) => ProfilePoint

const line =
  (is: ProfilePoint['is']): Line =>
  (at, to, unit = '', scale = 1, more = {}) => ({ at, is, to, unit, scale, ...more })

export const u16 = line('u16')
export const i16 = line('i16')
export const u32 = line('u32')
export const i32 = line('i32')
export const u64 = line('u64')
export const text = (at: number, words: number, to: string, more: More = {}): ProfilePoint => ({
  at,
  is: 'text',
  words,
  to,
  ...more,
})
export const bits = (
  at: number,
  is: 'bits16' | 'bits32' | 'bits64',
  to: string,
  more: More = {},
): ProfilePoint => ({
  at,
  is,
  to,
  ...more,
})

/** Points of numbered things: from 1 to `count`. */
export const each = (count: number, of: (n: number) => readonly ProfilePoint[]): ProfilePoint[] =>
  Array.from({ length: count }, (_, index) => of(index + 1)).flat()

/** One write of one register, read back. */
export const writes = (
  at: number,
  value: number | 'asked',
  more: Partial<ProfileControl['writes'][number]> = {},
): ProfileControl => ({ writes: [{ at, is: 'u16', by: 'one', value, ...more }], readBack: [0] })
