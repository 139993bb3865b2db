import { describe, expect, it } from 'vitest'
import { ApiError, type FailureCode } from '../data/api-error.ts'
import { attemptFor, createTries, mayBeDone } from './attempt.ts'

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

describe('the tries of a form that stays open', () => {
  it('have one key until it is done; the same again after that is another act', () => {
    const tries = createTries()
    const key = tries.keyFor({ no: 7 })
    expect(tries.keyFor({ no: 7 })).toBe(key)
    tries.done()
    expect(tries.keyFor({ no: 7 })).not.toBe(key)
  })
})

describe('a call that failed', () => {
  it.each([
    [0, 'no_connection', true],
    // The first try is still under way: another key would do it twice.
    [409, 'key_running', true],
    // A proxy gave up waiting; what it waited for goes on.
    [504, 'unreadable', true],
    [502, 'unreadable', true],
    [500, 'internal', true],
    [409, 'wrong_state', false],
    [403, 'forbidden', false],
    [429, 'too_many', false],
  ] satisfies [number, FailureCode, boolean][])(
    '%i %s: may have been carried out: %s',
    (status, code, done) => {
      expect(mayBeDone(new ApiError(status, code))).toBe(done)
    },
  )
  it('may have been carried out when its answer could not be read', () => {
    expect(mayBeDone(new SyntaxError('Unexpected end of JSON input'))).toBe(true)
  })
})
