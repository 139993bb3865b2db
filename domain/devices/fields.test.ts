import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  gatewaySerial,
  isReportedSerial,
  isSubDeviceSerial,
  mayBeInSerial,
  normaliseSerial,
  serialKey,
  subDeviceSerial,
} from './fields.ts'
import { deviceModels, findModel } from './models.ts'

const wide = (char: string): string =>
  /[0-9A-Za-z-]/.test(char) ? String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0) : char

describe('serial numbers', () => {
  it.each([
    ['12345678901', false],
    ['123456789012', true],
    ['1234567890123', false],
    ['ABCDEFGHIJKL', false],
    ['A1234', false],
    ['A12345', true],
    [`A${'1'.repeat(31)}`, true],
    [`A${'1'.repeat(32)}`, false],
    ['4-9A57A2L', true],
    ['-49A57A2L', false],
    ['49A57A2L-', false],
    ['4--9A57A2L', false],
    ['SE17K7E1DBB39', true],
    ['SE17K_7E1DBB39', false],
    ['设备12345', false],
    ['', false],
  ])('V3: %s is a sub-device serial: %s', (text, expected) => {
    expect(isSubDeviceSerial(text)).toBe(expected)
    expect(subDeviceSerial.safeParse(text).success).toBe(expected)
  })

  it('have no sign that could not be searched for in them', () => {
    const signs = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter(
      (sign) =>
        serialKey(sign) !== '' && [isReportedSerial, isSubDeviceSerial].some((is) => is(`A12345${sign}9`)),
    )
    expect(signs.length).toBeGreaterThan(36)
    expect(signs.filter((sign) => !mayBeInSerial(sign))).toEqual([])
    expect(['屋顶', 'Öl', 'a:b', '', ' - '].map(mayBeInSerial)).toEqual([false, false, false, false, false])
  })

  it.each([
    ['GW2408A00017', true],
    ['GW-2408-A17', true],
    ['123456789012', true],
    ['GW/2408', false],
    ['GW+24081', false],
    ['GW#24081', false],
    ['GW24A', false],
  ])('V3: %s is a gateway serial: %s', (text, expected) => {
    expect(gatewaySerial.safeParse(text).success).toBe(expected)
  })

  it('V4: refuses control characters, lone surrogates and bidirectional marks in the middle', () => {
    for (const text of ['GW2408\u0000A17', 'GW2408\uD800A17', 'GW2408\u202EA17'])
      expect(gatewaySerial.safeParse(text).success).toBe(false)
  })

  it('a serial that is its own key is told so without being taken apart', () => {
    const any = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._/ -]{0,9}$/),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(any, (text) => {
        expect(serialKey(text)).toBe(normaliseSerial(text).replaceAll('-', ''))
      }),
      { numRuns: 500 },
    )
    expect(['GW2408A00017', 'A._/1', ''].map(serialKey)).toEqual(['GW2408A00017', 'A._/1', ''])
  })

  it('Z12: every way of typing a serial leads to one key', () => {
    const between = fc.constantFrom('', ' ', '\u00A0', '\u3000', '\u200B', '\u200D', '\uFEFF', '\u2060', '\t')
    const way = fc.record({ before: between, upper: fc.boolean(), wide: fc.boolean(), after: between })
    fc.assert(
      fc.property(
        fc
          .stringMatching(/^[A-Z0-9]{2,8}(-[A-Z0-9]{2,8}){0,2}[A-Z][0-9]{4}$/)
          .filter((text) => isSubDeviceSerial(text)),
        fc.array(way, { minLength: 40, maxLength: 40 }),
        (serial, ways) => {
          const typed = [...serial]
            .map((char, index) => {
              const how = ways[index]
              if (!how) return char
              const cased = how.upper ? char : char.toLowerCase()
              return how.before + (how.wide ? wide(cased) : cased) + how.after
            })
            .join('')
          expect(normaliseSerial(typed)).toBe(serial)
          expect(serialKey(typed)).toBe(serialKey(serial))
          expect(serialKey(typed.replaceAll(/[-－]/g, ''))).toBe(serialKey(serial))
        },
      ),
    )
  })
})

describe('device models', () => {
  it('are each listed once and whole', () => {
    expect(deviceModels.length).toBeGreaterThan(30)
    expect(new Set(deviceModels.map(({ kind, model }) => `${kind} ${model}`)).size).toBe(deviceModels.length)
    for (const entry of deviceModels) {
      expect([entry.brand, entry.model]).not.toContain('')
      expect((entry.ratedW ?? 0) > 0).toBe(entry.kind !== 'gateway')
      expect((entry.mppt ?? 0) > 0).toBe(entry.kind === 'inverter')
      expect(entry.strings ?? 0).toBeGreaterThanOrEqual(entry.mppt ?? 0)
    }
  })

  it('are found in any case', () => {
    expect(findModel('inverter', 'se17k')?.ratedW).toBe(17_000)
    expect(findModel('optimizer', 'SE17K')).toBeNull()
  })
})
