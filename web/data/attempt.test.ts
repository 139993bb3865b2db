import { describe, expect, it } from 'vitest'
import { attemptFor } from './attempt.ts'

describe('a call that is repeated', () => {
  it('keeps its key while its body is the same', () => {
    const first = attemptFor(null, { id: '1', name: 'a' })
    expect(attemptFor(first, { id: '1', name: 'a' })).toEqual(first)
  })
  it('gets another key with another body', () => {
    const first = attemptFor(null, { id: '1', name: 'a' })
    const second = attemptFor(first, { id: '1', name: 'b' })
    expect(second.key).not.toBe(first.key)
    expect(attemptFor(second, { id: '1', name: 'a' }).key).not.toBe(first.key)
  })
})
