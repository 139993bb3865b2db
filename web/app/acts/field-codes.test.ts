import { describe, expect, it } from 'vitest'
import { stationInput } from '#domain/stations/fields.ts'
import * as z from 'zod/mini'
import { fieldCode, fieldCodes, isKnown } from './field-codes.ts'

describe('what a schema says about a field', () => {
  it('reads a nested field that is absent as required', () => {
    expect(fieldCode('Invalid input', { tariff: { currency: 'CNY' } }, 'tariff.perKwh')).toBe('required')
  })
  it('takes a message that is a code, and no other', () => {
    expect(fieldCode('capacity_format', { capacity: -1 }, 'capacity')).toBe('capacity_format')
    expect(fieldCode('Invalid input', { tiltDeg: 91 }, 'tiltDeg')).toBe('invalid_input')
    expect(fieldCode('toString', { tiltDeg: 91 }, 'tiltDeg')).toBe('invalid_input')
  })
  it('names every field of an empty station that is required', () => {
    const result = stationInput.safeParse({})
    const codes = (result.error?.issues ?? []).map((issue) =>
      fieldCode(issue.message, {}, issue.path.join('.')),
    )
    expect(codes.length).toBeGreaterThan(10)
    expect(new Set(codes)).toEqual(new Set(['required']))
  })
})

describe('when an error is shown', () => {
  it('waits with what typing on may mend until the field is left', () => {
    expect(isKnown('phone_format', false, '13')).toBe(false)
    expect(isKnown('phone_format', true, '13')).toBe(true)
    expect(isKnown('capacity_format', false, 0)).toBe(false)
    expect(isKnown('currency_format', false, 'CN')).toBe(false)
  })
  it('does not wait with what no typing can mend', () => {
    expect(isKnown('station_name_characters', false, 'a*')).toBe(true)
    expect(isKnown('latitude_range', false, 91)).toBe(true)
    expect(isKnown('capacity_format', false, 1.234)).toBe(true)
  })
})

it('names each wrong field of a form once, those of an object within by its path', () => {
  const schema = z.object({
    name: z.string().check(z.minLength(3, { error: 'too_long' }), z.regex(/^x/, { error: 'sn_format' })),
    tariff: z.object({ price: z.number() }),
  })
  expect(fieldCodes(schema, { name: 'a', tariff: {} })).toEqual({
    name: 'too_long',
    'tariff.price': 'required',
  })
  expect(fieldCodes(schema, { name: 'xyz', tariff: { price: 1 } })).toEqual({})
})
