import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { phoneInAccount, sitePhone } from './check-in.ts'

describe('where somebody on site is reached', () => {
  it.each([
    ['', true],
    ['13800138000', true],
    ['+86 138 0013 8000', true],
    ['123', false],
    ['call me', false],
    ['+', false],
  ])('takes %j: %s', (given, taken) => {
    expect(z.safeParse(sitePhone, given).success).toBe(taken)
  })

  it('is proposed from a sign-in name that is a number, and from no other', () => {
    expect(phoneInAccount('+8613800138000')).toBe('+8613800138000')
    expect(phoneInAccount('13800138000')).toBe('13800138000')
    expect(phoneInAccount('li@example.com')).toBe('')
    expect(phoneInAccount('admin2026')).toBe('')
  })
})
