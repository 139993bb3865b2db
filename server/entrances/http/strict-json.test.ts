import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson, UnreadableJson } from './strict-json.ts'

/** The value, or why there is none; anything else that is thrown fails the test. */
const outcome = (text: string): { value: unknown } | 'unreadable' => {
  try {
    return { value: parseStrictJson(text) }
  } catch (error) {
    if (error instanceof UnreadableJson) return 'unreadable'
    throw error
  }
}

describe('V1: JSON that is read otherwise than it was sent', () => {
  it.each([
    ['a repeated key', '{"a":1,"a":2}'],
    ['a repeated key, once escaped', '{"a":1,"\\u0061":2}'],
    ['a repeated key deep inside', '{"a":[{"b":{"c":1,"d":{},"c":2}}]}'],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ['__proto__, escaped', '{"\\u005f_proto__":{"x":1}}'],
    ['__proto__ deep inside', '{"a":[{"__proto__":null}]}'],
    ['nesting', '['.repeat(40) + ']'.repeat(40)],
    ['half a million brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['a hundred thousand and more values', `[${'0,'.repeat(100_001)}0]`],
    ['NUL', '{"a":"x\\u0000y"}'],
    ['no JSON', '{a:1}'],
    ['a rest', '{} {}'],
    ['NaN', '{"a":NaN}'],
  ])('V1: %s is refused', (_, text) => {
    expect(outcome(text)).toBe('unreadable')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('V1: the same key in different objects, and keys that only look alike, are fine', () => {
    const text = '{"a":{"a":[{"a":1},{"a":"\\\\u0000 \\"a\\": {}"}]},"A":2," a":3}'
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })
})

describe('V2: numbers that would change', () => {
  it.each([
    '1e400',
    '-1e400',
    '{"a":[1e999]}',
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901',
  ])('V2: %s is refused', (text) => {
    expect(outcome(text)).toBe('unreadable')
  })

  it.each(['1e300', '9007199254740991', '0.1', '-0', '1E+2', '[1.5e-7,2]'])('V2: %s is kept', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })

  it('V2: whatever can be written as JSON is read like JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        // Refused only for one of the reasons above.
        const suspicious = /__proto__|\\u0000|\d{16}/.test(text)
        expect([
          { value: JSON.parse(text) as unknown },
          ...(suspicious ? ['unreadable'] : []),
        ]).toContainEqual(outcome(text))
      }),
      { numRuns: 500 },
    )
  })

  it('V1: no text brings anything but a value or a refusal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]:,"\\0123456789eE+-.truefalsn \u{1F31E}') }),
        (text) => {
          expect(outcome(text)).toBeDefined()
        },
      ),
      { numRuns: 2000 },
    )
  })
})
