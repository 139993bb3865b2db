import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { accountName, companyName, newPassword, personName } from '#domain/accounts/fields.ts'
import { gatewaySerial, subDeviceSerial } from '#domain/devices/fields.ts'
import { stationName } from '#domain/stations/fields.ts'
import { asyncApi } from '../mqtt/async-api.ts'
import { deviceSerial } from '../mqtt/fields.ts'
import { openApi } from './open-api.ts'
import { routeTable } from './route.ts'

/** What the two descriptions say in words of serials, names and passwords, held against the rules: a number of it that is not the rule's is an error. */

const wordsOf = (document: object): string =>
  (document as { info: { description: string } }).info.description.replaceAll(/\s+/g, ' ')
const http = wordsOf(openApi(routeTable({})))
const mqtt = wordsOf(asyncApi())

/** The numbers that a sentence names; a sentence that is gone is an error, too. */
const told = (text: string, sentence: RegExp): number[] => {
  const found = sentence.exec(text)
  if (found === null) throw new Error(`the description does not say ${sentence.source}`)
  return found.slice(1).map(Number)
}
const [digits = NaN, least = NaN, most = NaN] = told(
  http,
  /Serial numbers: (\d+) digits, or (\d+) to (\d+) letters and digits with at least one of each\./,
)
const takes = (schema: z.core.$ZodType, text: string): boolean => z.safeParse(schema, text).success
/** The lengths of texts, up to `longest`, that a rule takes. */
const lengths = (schema: z.core.$ZodType, longest: number, made: (length: number) => string): number[] =>
  Array.from({ length: longest }, (_, n) => n + 1).filter((length) => takes(schema, made(length)))
const between = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
const mixed = (length: number): string => `A1${'B'.repeat(length)}`.slice(0, length)
/** Letters and figures with a dash after each second of them. */
const dashed = (length: number): string => mixed(length).replaceAll(/(..)(?=.)/g, '$1-')
const plain = (length: number): string => 'x'.repeat(length)
const onWire = (length: number): string => dashed(40).slice(0, length).replace(/-$/, 'Z')
const rare = (length: number): string =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
const visible = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n))
const special = (taken: string[]): string[] => taken.filter((one) => !/[A-Za-z0-9]/.test(one)).sort()

describe('what the description of the API says of', () => {
  it.each([
    ['a device', subDeviceSerial],
    ['a gateway', gatewaySerial],
  ])('serials is the rule of %s', (_, schema) => {
    expect(lengths(schema, 40, (length) => '7'.repeat(length))).toEqual([digits])
    expect(lengths(schema, 40, mixed)).toEqual(between(least, most))
    expect(lengths(schema, 40, (length) => 'A'.repeat(length))).toEqual([])
    expect(special(visible.filter((one) => takes(schema, `AB1${one}234`)))).toEqual([' ', '-'])
    expect(takes(schema, 'AB1--234')).toBe(false)
    expect(z.parse(schema, ' ab1-23４ ')).toBe('AB1-234')
  })

  it('serials: dashes do not count', () => {
    expect(lengths(subDeviceSerial, 40, dashed)).toEqual(between(least, most))
  })

  it('names of stations is their rule', () => {
    const named =
      /Names of stations: (\d+) to (\d+) Chinese or English letters, digits and (.+?), none of these first\./
    const [from = NaN, to = NaN] = told(http, named)
    expect(lengths(stationName, 80, (length) => '光'.repeat(length))).toEqual(between(from, to))
    const signs = named.exec(http)?.[3]?.split(' ') ?? []
    expect(special(visible.filter((one) => takes(stationName, `A${one}1`)))).toEqual(signs.toSorted())
    expect(signs.filter((one) => takes(stationName, `${one}A1`))).toEqual([])
  })

  it('names of people, companies and accounts is their rule', () => {
    const [person = NaN] = told(http, /Names of people have up to (\d+) characters/)
    const [company = NaN] = told(http, /of companies up to (\d+)/)
    const [from = NaN, to = NaN, signs] =
      /of accounts (\d+) to (\d+) letters, digits, (.+?)\. Control/.exec(http)?.slice(1) ?? []
    expect(lengths(personName, 300, plain)).toEqual(between(1, person))
    expect(lengths(companyName, 300, plain)).toEqual(between(1, company))
    expect(lengths(accountName, 300, plain)).toEqual(between(Number(from), Number(to)))
    expect(special(visible.filter((one) => takes(accountName, `a${one}b`)))).toEqual(
      (signs ?? '').replace(' and', '').split(' ').toSorted(),
    )
    for (const schema of [personName, companyName, accountName, stationName])
      expect(['a\u0007bc', 'a\u202Ebc', 'a\u2066bc'].filter((text) => takes(schema, text))).toEqual([])
  })

  it('passwords is their rule', () => {
    const [from = NaN, to = NaN] = told(
      http,
      /Passwords: (\d+) to (\d+) characters, none of the common ones\./,
    )
    expect([from - 1, from, to, to + 1].map((length) => takes(newPassword, rare(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(takes(newPassword, 'passwordpassword')).toBe(false)
  })
})

describe('what the description of the wire says of', () => {
  it('serials is the rule of gateways and of devices behind them', () => {
    expect(
      told(mqtt, /serial .*?: (\d+) digits, or (\d+) to (\d+) letters and digits with at least one of each/),
    ).toEqual([digits, least, most])
    expect(Math.max(...lengths(gatewaySerial, 60, onWire))).toBe(most)
    const printed = told(mqtt, /as its maker prints it: (\d+) to (\d+) of letters, digits, dash, dot/)
    const taken = lengths(deviceSerial, 60, onWire)
    expect([Math.min(...taken), Math.max(...taken)]).toEqual(printed)
    // Without their dashes five are too few, with them they are six.
    expect(takes(gatewaySerial, 'AB1-23')).toBe(false)
  })

  it('the serial of an entry is the same', () => {
    const [field] = /"(Serial number of the device [^"]+)"/.exec(JSON.stringify(asyncApi()))?.slice(1) ?? []
    const taken = lengths(deviceSerial, 60, onWire)
    expect(told(field ?? '', /(\d+) to (\d+) of letters, digits, dash, dot, underscore and slash/)).toEqual([
      Math.min(...taken),
      Math.max(...taken),
    ])
  })
})
