import { describe, expect, it } from 'vitest'
import { newPassword } from '#domain/accounts/fields.ts'
import { isShortPassword } from './password-length.ts'

describe('the length of a new password', () => {
  it.each([
    '',
    'fjord-kestrel8',
    'fjord-kestrel-8',
    '🌞🦉🪴🧭🛶🎻🪁',
    '🌞🦉🪴🧭🛶🎻🪁🥨🧶🪵🦀🍋🎈🚲🏓',
    'ｆｊｏｒｄ－ｋｅｓｔｒｅｌ８',
  ])('is judged for %j as the server does', (password) => {
    const issues = newPassword.safeParse(password).error?.issues ?? []
    expect(isShortPassword(password)).toBe(issues.some(({ message }) => message === 'password_too_short'))
  })
})
