import { describe, expect, it } from 'vitest'
import { grantable } from './fields.ts'
import { heldPermissions, mayGrant } from './granting.ts'
import { accountRoles, permissions, permits, rolePermissions, wildcard } from './permissions.ts'

const tricks = [
  '*',
  '*:*',
  'station:*:*',
  '*:station:view',
  'station:station:*',
  ' *:*:*',
  '*:*:* ',
  '*:*:*:*',
  '*.*.*',
  '**:**:**',
  '＊:＊:＊',
  '*:*:*\n',
  '*:*:*\u200B',
  '',
  'STATION:STATION:VIEW',
  'station:station:view ',
  'Station:station:view',
  'station:station',
  'station:station:view:x',
  'administrator',
]

const held = (role: (typeof accountRoles)[number]) => heldPermissions(role, [])

describe('Z8: wildcards', () => {
  it.each(tricks)('Z8: %j grants nothing', (held) => {
    expect(permissions.filter((needed) => permits([held], needed))).toEqual([])
  })

  it.each(tricks)('Z8: %j cannot be granted', (held) => {
    expect(grantable.safeParse([held]).success).toBe(false)
  })

  it('Z8: exactly *:*:* grants all, every other code itself alone', () => {
    expect(permissions.every((needed) => permits([wildcard], needed))).toBe(true)
    for (const held of permissions)
      expect(permissions.filter((needed) => permits([held], needed))).toEqual([held])
  })
})

describe('Z8: nobody grants more than they hold', () => {
  it('Z8: which role may name which', () => {
    const table = accountRoles.map((by) => [by, accountRoles.filter((role) => mayGrant(held(by), role, []))])
    expect(Object.fromEntries(table)).toEqual({
      owner: ['owner'],
      installer: ['owner', 'installer', 'maintainer'],
      maintainer: ['maintainer'],
      administrator: [...accountRoles],
    })
  })

  it('Z8: extra permissions are granted only out of what is held', () => {
    const own = held('installer')
    for (const code of [...permissions, wildcard]) {
      expect([code, mayGrant(own, 'maintainer', [code])]).toEqual([code, own.includes(code)])
      expect(mayGrant([wildcard], 'maintainer', [code])).toBe(true)
    }
  })

  it('Z8: the share right of owners is a default of theirs, not something an installer can hand out', () => {
    expect(rolePermissions.installer).not.toContain('station:share:grant')
    expect(mayGrant(held('installer'), 'owner', [])).toBe(true)
    expect(mayGrant(held('installer'), 'maintainer', ['station:share:grant'])).toBe(false)
  })

  it('gives somebody without a role nothing but the extra codes', () => {
    expect(heldPermissions(null, [])).toEqual([])
    expect(heldPermissions('maintainer', ['om:alarm:clear', 'device:control:send'])).toEqual([
      ...rolePermissions.maintainer,
      'device:control:send',
    ])
  })
})
