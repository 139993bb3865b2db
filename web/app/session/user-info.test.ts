import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPlatform, keepUserInfo, tidyUserInfo } from './user-info.ts'
import type { Person } from './user-info.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
}
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

const person: Person = {
  id: '0b9d7c52-7b2f-4b0e-9a53-0a3a1b1f2c3d',
  account: 'li',
  name: '李华',
  roles: ['owner'],
  permissions: ['station:station:view'],
  company: null,
  language: 'zh_CN',
  lookOnly: [],
}
const { language: _, lookOnly: __, ...good } = person
const wrong = (change: object): string => JSON.stringify({ ...good, ...change })

describe('W10: what stands in userInfo', () => {
  it('W10: what the app wrote stays as it is', () => {
    for (const one of [person, { ...person, company: { id: 'c', name: 'C' } }, { ...person, roles: [] }]) {
      keepUserInfo(one)
      const before = kept.get('userInfo')
      tidyUserInfo()
      expect(kept.get('userInfo')).toBe(before)
      expect(before).not.toBe('')
    }
    keepUserInfo(null)
    expect(kept.get('userInfo')).toBe('')
  })

  it.each([
    'null',
    'undefined',
    'true',
    '0',
    '"text"',
    '[]',
    '[{}]',
    '{}',
    '{',
    '{"id":',
    ' ',
    'NaN',
    '[object Object]',
    '\u0000',
    '<script>1</script>',
    '\ud800',
    `"${'x'.repeat(1_000_000)}"`,
    '['.repeat(10_000),
    '{"__proto__":{"roles":["administrator"]}}',
    wrong({ id: 7 }),
    wrong({ id: null }),
    wrong({ name: {} }),
    wrong({ name: 'x'.repeat(201) }),
    wrong({ account: ['li'] }),
    wrong({ roles: 'administrator' }),
    wrong({ roles: [1] }),
    wrong({ roles: { length: 1, 0: 'administrator' } }),
    wrong({ permissions: null }),
    wrong({ permissions: Array.from({ length: 5_000 }, () => '*:*:*') }),
    wrong({ company: 'c' }),
    wrong({ company: { id: 'c' } }),
    wrong({ company: [] }),
    wrong({ token: 'secret' }),
    JSON.stringify({ ...good, account: undefined }),
  ])('W10: %j becomes the empty string', (value) => {
    kept.set('userInfo', value)
    tidyUserInfo()
    expect(kept.get('userInfo')).toBe('')
    expect(({} as { roles?: unknown }).roles).toBeUndefined()
  })
})

describe('W11: storage that is blocked or full', () => {
  const blocked = {
    getItem: (): string => {
      throw new DOMException('blocked', 'SecurityError')
    },
    setItem: (): void => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }

  it('W11: everything goes on, and the console is told once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('localStorage', blocked)
    keepPlatform('h5')
    keepUserInfo(person)
    keepUserInfo(null)
    tidyUserInfo()
    vi.stubGlobal('document', { documentElement: { lang: '' } })
    const { chooseLanguage } = await import('../phrases/choose-language.ts')
    await chooseLanguage('en')
    expect(document.documentElement.lang).toBe('en')
    // Access alone may throw where all storage is forbidden.
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    tidyUserInfo()
    keepUserInfo(person)
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })
})

describe('W14: platform', () => {
  it('W14: whatever stood there, the app writes its own', () => {
    for (const value of ['', 'uniapp"><script>', 'null', 'x'.repeat(100_000)]) {
      kept.set('platform', value)
      keepPlatform('h5')
      expect(kept.get('platform')).toBe('h5')
    }
  })
})
