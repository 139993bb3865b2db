import { describe, expect, it } from 'vitest'
import { permits, shownByPermission, shownByRole, wildcard } from './permissions.ts'

describe('what an element is shown by', () => {
  it('one of its permissions, or the wildcard; none of them hides it', () => {
    const held = ['device:device:view']
    expect(shownByPermission(held, ['device:device:view', 'device:device:edit'])).toBe(true)
    expect(shownByPermission(held, ['device:device:edit'])).toBe(false)
    expect(shownByPermission([wildcard], ['device:device:edit'])).toBe(true)
    expect(shownByPermission([], ['device:device:edit'])).toBe(false)
    expect(permits(['*:*:view'], 'device:device:view')).toBe(false)
  })

  it('one of its roles; somebody without any role is hidden nothing', () => {
    expect(shownByRole(['installer'], ['owner', 'installer'])).toBe(true)
    expect(shownByRole(['maintainer'], ['owner', 'installer'])).toBe(false)
    expect(shownByRole([], ['owner'])).toBe(true)
  })
})
