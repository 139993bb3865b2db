import { array, assert, constantFrom, property, string, tuple, oneof } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { names } from '#domain/name-order.ts'
import { createNameNumbers } from './name-numbers.ts'

const text = oneof(
  tuple(constantFrom('Roof', 'roof', '屋顶', 'Öl', 'O\u0308l', ''), constantFrom('', '2', '10', ' ')).map(
    (parts) => parts.join(''),
  ),
  string({ maxLength: 3 }),
)
const isOrdered = (numbers: ReturnType<typeof createNameNumbers>, all: readonly string[]): boolean =>
  all.every((a) =>
    all.every(
      (b) =>
        Math.sign((numbers.of(a)?.no ?? 0) - (numbers.of(b)?.no ?? 0)) === Math.sign(names.compare(a, b)),
    ),
  )

describe('numbers of names', () => {
  it('order them as the names themselves are, whether they came together or one by one', () => {
    assert(
      property(array(array(text, { maxLength: 12 }), { maxLength: 4 }), (steps) => {
        const numbers = createNameNumbers()
        const all: string[] = []
        for (const some of steps) {
          numbers.add(some)
          all.push(...some)
          expect(isOrdered(numbers, all)).toBe(true)
        }
      }),
    )
  })

  it('of many are given at once, and of many more between two of them', () => {
    const numbers = createNameNumbers()
    const many = Array.from({ length: 300 }, (_, n) => `Roof ${n * 7}`)
    numbers.add(many)
    // Halved so often that there is no number between the two any more.
    const between = Array.from({ length: 90 }, (_, n) => `Roof 7${'a'.repeat(n + 1)}`)
    for (const one of between.toReversed()) numbers.add([one])
    expect(isOrdered(numbers, [...many.slice(0, 20), ...between])).toBe(true)
    const kept = numbers.of('Roof 14')
    numbers.keep(new Set(['Roof 7', 'Roof 14']))
    expect([numbers.of('Roof 21'), numbers.of('Roof 14')]).toEqual([null, kept])
    numbers.add(['Roof 9'])
    expect(isOrdered(numbers, ['Roof 7', 'Roof 9', 'Roof 14'])).toBe(true)
  })
})
