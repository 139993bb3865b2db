import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { newPassword } from './fields.ts'
import { PASSWORD_MAX } from './limits.ts'

const code = (password: string): string | null => {
  const result = newPassword.safeParse(password)
  return result.success ? null : (result.error.issues[0]?.message ?? '')
}

describe('A3: passwords', () => {
  it.each([
    ['14 characters', 'fjord-kestrel8', 'password_too_short'],
    ['15 characters', 'fjord-kestrel-8', null],
    ['64 characters', 'fjord-kestrel-8.'.repeat(4).slice(0, 63) + 'x', null],
    ['73 bytes, beyond the cut of bcrypt', `${'fjord-kestrel-8.quartz-heron'.repeat(3).slice(0, 72)}z`, null],
    ['emoji count as characters, not as code units', '🌞🦉🪴🧭🛶🎻🪁', 'password_too_short'],
    ['15 emoji', '🌞🦉🪴🧭🛶🎻🪁🥨🧶🪵🦀🍋🎈🚲🏓', null],
    ['no composition rule: small letters and spaces', 'violin harbour magnesium', null],
    ['too long to hash', 'fjord-kestrel-8.'.repeat(80).slice(0, PASSWORD_MAX + 1), 'too_long'],
  ])('A3: %s', (_, password, expected) => {
    expect(code(password)).toBe(expected)
  })

  it.each([
    '123456789012345',
    '000000000000000',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'passwordpassword',
    'PASSWORDpassword1',
    'Password12345678',
    'qwertyuiop123456',
    'qwertyuiopasdfghjkl',
    '1q2w3e4r1q2w3e4r',
    'iloveyou20242024',
    'correct horse battery staple',
    'Sunkeeper123456!',
    'administrator123',
    'adminadminadmin1',
    'welcomewelcome1',
    'woaini1314woaini',
    'ｐａｓｓｗｏｒｄ12345678',
  ])('A3: %s is refused as common', (password) => {
    expect(code(password)).toBe('password_common')
  })

  it.each([
    '482917365018273',
    'tulip-anchor-violet-9',
    'dh3k-29sl-qq91-xmzz',
    '屋顶上的十二块旧板子春天换新',
    'my granny counts 17 geese',
  ])('A3: %s is not common', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})
