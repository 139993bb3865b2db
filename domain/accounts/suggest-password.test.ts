import { expect, it } from 'vitest'
import { PASSWORD_MIN } from './limits.ts'
import { suggestPassword } from './suggest-password.ts'

it('suggests a password of four groups that is long enough', () => {
  const some = Array.from({ length: 200 }, () =>
    suggestPassword((count) => crypto.getRandomValues(new Uint8Array(count))),
  )
  for (const one of some) {
    expect(one).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/)
    expect(one.length).toBeGreaterThanOrEqual(PASSWORD_MIN)
  }
  expect(new Set(some).size).toBe(200)
})

it('draws again where a byte would make some signs likelier than others', () => {
  const drawn = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(248), new Uint8Array(16).fill(247)]
  const asked: number[] = []
  const draw = (count: number): Uint8Array => {
    asked.push(count)
    return drawn.shift() ?? new Uint8Array(count)
  }
  expect(suggestPassword(draw)).toBe('zzzz-zzzz-zzzz-zzzz')
  expect(asked).toEqual([16, 16, 16])
})
