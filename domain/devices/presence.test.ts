import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCurrentBirth, isCurrentWill, type GatewayConnection } from './presence.ts'

const connection = fc.record({
  boot: fc.constantFrom('9f3c61d07ab2e415', '41d0b7a99c2e0f55', 'c'),
  conn: fc.nat(4),
})

describe('presence of a gateway', () => {
  it('D17: a will of the connection in force takes the gateway offline', () => {
    expect(isCurrentWill({ boot: 'a', conn: 3 }, { boot: 'a', conn: 3 })).toBe(true)
  })

  it.each<[string, GatewayConnection | null, GatewayConnection]>([
    ['an earlier connection of the same boot', { boot: 'a', conn: 4 }, { boot: 'a', conn: 3 }],
    ['the boot before, with a higher count', { boot: 'b', conn: 1 }, { boot: 'a', conn: 900 }],
    ['the boot before, with the same count', { boot: 'b', conn: 1 }, { boot: 'a', conn: 1 }],
    ['a gateway that was never born', null, { boot: 'a', conn: 1 }],
  ])('D17: a will of %s is ignored', (_, current, will) => {
    expect(isCurrentWill(current, will)).toBe(false)
  })

  it('D17: whenever wills of earlier connections arrive, the gateway stays online', () => {
    fc.assert(
      fc.property(fc.array(connection), connection, (earlier, last) => {
        const late = earlier.filter(({ boot, conn }) => boot !== last.boot || conn !== last.conn)
        const online = late.every((will) => !isCurrentWill(last, will))
        expect(online).toBe(true)
        expect(isCurrentWill(last, last)).toBe(true)
      }),
    )
  })

  it('takes the birth of another boot, whatever its count, and no earlier one of the same boot', () => {
    expect(isCurrentBirth(null, { boot: 'a', conn: 1 })).toBe(true)
    expect(isCurrentBirth({ boot: 'a', conn: 9 }, { boot: 'b', conn: 1 })).toBe(true)
    expect(isCurrentBirth({ boot: 'a', conn: 9 }, { boot: 'a', conn: 10 })).toBe(true)
    expect(isCurrentBirth({ boot: 'a', conn: 9 }, { boot: 'a', conn: 9 })).toBe(true)
    expect(isCurrentBirth({ boot: 'a', conn: 9 }, { boot: 'a', conn: 8 })).toBe(false)
  })
})
