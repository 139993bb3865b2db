import { describe, expect, it } from 'vitest'
import { brandKey, isMadeSerial, maySame } from './identity.ts'

describe('brands', () => {
  it.each([
    ['SMA Solar Technology AG', 'sma'],
    ['SMA', 'sma'],
    [' Fronius International', 'fronius'],
    ['Power-One', 'powerone'],
    ['华为 FusionSolar', '华为'],
    ['Tigo Energy, Inc.', 'tigo'],
    ['', ''],
    ['  ', ''],
    ['---', ''],
  ])('%s is compared as %s', (brand, key) => {
    expect(brandKey(brand)).toBe(key)
  })

  it('nobody knows the maker of a device that names none', () => {
    expect([maySame('', 'sma'), maySame('sma', ''), maySame('sma', 'sma'), maySame('sma', 'deye')]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

it('knows a serial that a gateway made', () => {
  expect(['MADE-0K7QF93XWAB1', 'MADE-123', '21010738', 'XMADE-0K7QF93XWAB1'].map(isMadeSerial)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
