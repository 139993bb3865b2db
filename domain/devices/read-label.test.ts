import {
  array,
  assert,
  constant,
  constantFrom,
  json,
  oneof,
  property,
  string,
  tuple,
  uniqueArray,
  webUrl,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSubDeviceSerial, normaliseSerial, serialKey } from './fields.ts'
import { readGatewayLabel, readLabel, readList } from './read-label.ts'

const only = (text: string) => readLabel(text).map(({ sn, kind, claimCode }) => [sn, kind, claimCode])

describe('what a label says', () => {
  it.each([
    ['123456789012', '123456789012', 'bare', null],
    [' ａｂｃ１２３４５６ ', 'ABC123456', 'bare', null],
    ['1234 5678 9012', '123456789012', 'bare', null],
    ['GW24 08A00017', 'GW2408A00017', 'bare', null],
    ['TG-0A12-9B', 'TG-0A12-9B', 'bare', null],
    ['SN=OP2408A00017', 'OP2408A00017', 'named', null],
    ['S/N: OP2408A00017', 'OP2408A00017', 'named', null],
    ['s/n op2408a00017', 'OP2408A00017', 'named', null],
    ['SN 123456789012', '123456789012', 'named', null],
    ['Serial No.: 1234 5678 9012', '123456789012', 'named', null],
    ['序列号：OP2408A00017', 'OP2408A00017', 'named', null],
    ['Model: P505\nSerial Number: OP2408A00017\nMAC: AABBCCDDEE01', 'OP2408A00017', 'named', null],
    ['P/N P505 SN:OP2408A00017 PIN:8F2K', 'OP2408A00017', 'named', '8F2K'],
    ['SN:GW2408A00017;CC:K7QM-4T2X;', 'GW2408A00017', 'named', 'K7QM-4T2X'],
    ['SN：GW2408A00017 认领码：K7QM-4T2X', 'GW2408A00017', 'named', 'K7QM-4T2X'],
    ['https://example.org/p?m=P505&sn=op2408a00017&pin=1234', 'OP2408A00017', 'address', '1234'],
    ['https://example.org/devices/OP2408A00017/', 'OP2408A00017', 'address', null],
    ['https://abc123456.example.org/x/OP2408A00017?lang=en', 'OP2408A00017', 'address', null],
    ['https://example.org/#/add?SN=OP2408A00017', 'OP2408A00017', 'address', null],
    ['www.example.org/OP2408A00017', 'OP2408A00017', 'address', null],
    ['{"type":"opt","SN":"OP2408A00017","claimCode":"K7QM-4T2X"}', 'OP2408A00017', 'json', 'K7QM-4T2X'],
    ['{"device":{"serial_number":123456789012}}', '123456789012', 'json', null],
    ['(01)04012345123456(21)OP2408A00017', 'OP2408A00017', 'gs1', null],
    ['\u001D010401234512345621OP2408A00017\u001D10LOT7', 'OP2408A00017', 'gs1', null],
    ['GW2408A00017 K7QM-4T2X', 'GW2408A00017', 'bare', 'K7QM-4T2X'],
  ])('%j', (text, sn, kind, claimCode) => {
    expect(only(text)).toEqual([[sn, kind, claimCode]])
    expect(readLabel(text)[0]?.right).toBe(true)
  })

  it('a sheet of many gives each of them once', () => {
    expect(only('OP2408A00017\nOP2408A00018, OP2408A00019\t op-2408a00017\n')).toEqual([
      ['OP2408A00017', 'sheet', null],
      ['OP2408A00018', 'sheet', null],
      ['OP2408A00019', 'sheet', null],
    ])
    expect(only('SN:OP2408A00017 SN:OP2408A00018')).toHaveLength(2)
    expect(only('[{"sn":"OP2408A00017"},{"sn":"OP2408A00018"}]')).toHaveLength(2)
    expect(only('["OP2408A00017","OP2408A00018"]')).toHaveLength(2)
  })

  it('a line that is no serial is told as wrong, beside the right ones', () => {
    expect(readLabel('OP2408A00017\n12345\n').map(({ sn, right }) => [sn, right])).toEqual([
      ['OP2408A00017', true],
      ['12345', false],
    ])
    expect(readLabel('hello')).toEqual([{ sn: 'HELLO', kind: 'bare', claimCode: null, right: false }])
    expect(readLabel('   ')).toEqual([])
    expect(readLabel('https://example.org/help').filter(({ right }) => right)).toEqual([])
  })

  it('a gateway has its claim code beside it, in whatever form', () => {
    expect(readGatewayLabel('GW2408A00017\nAB12CD34')).toEqual({ sn: 'GW2408A00017', claimCode: 'AB12CD34' })
    expect(readGatewayLabel('GW2408A00017 K7QM-4T2X')).toEqual({ sn: 'GW2408A00017', claimCode: 'K7QM-4T2X' })
    expect(readGatewayLabel('GW2408A00017')).toEqual({ sn: 'GW2408A00017', claimCode: null })
    expect(readGatewayLabel('hello')).toBeNull()
  })
})

const letters = constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ')
const digits = constantFrom(...'0123456789')
const serial = oneof(
  array(digits, { minLength: 12, maxLength: 12 }).map((all) => all.join('')),
  tuple(letters, digits, array(oneof(letters, digits), { minLength: 4, maxLength: 30 })).map(
    ([letter, digit, rest]) => `${letter}${digit}${rest.join('')}`,
  ),
)
const typed = (sn: string) =>
  constantFrom(sn, sn.toLowerCase(), ` ${sn} `, `${sn.slice(0, 3)}-${sn.slice(3)}`)
const forms: ((sn: string) => string)[] = [
  (sn) => sn,
  (sn) => `SN=${sn}`,
  (sn) => `S/N: ${sn}`,
  (sn) => `https://example.org/p?sn=${encodeURIComponent(sn)}`,
  (sn) => `https://example.org/device/${encodeURIComponent(sn.trim())}`,
  (sn) => JSON.stringify({ model: 'P505', sn }),
]

describe('for any serial and any text', () => {
  it('every form gives the same serial', () => {
    const cases = serial.chain((sn) => tuple(constant(sn), typed(sn), constantFrom(...forms)))
    assert(
      property(cases, ([sn, written, form]) => {
        expect(readLabel(form(written)).map((one) => serialKey(one.sn))).toEqual([sn])
      }),
    )
  })

  it('a list gives all of it in its order', () => {
    const lists = uniqueArray(serial, { minLength: 2, maxLength: 60 })
    assert(
      property(lists, constantFrom('\n', '\r\n', ', ', ';', '\t', ' '), (all, between) => {
        expect(readLabel(all.join(between)).map(({ sn }) => sn)).toEqual(all)
      }),
    )
  })

  it('whatever is scanned, what is called right is a normalised serial, and nothing comes twice', () => {
    const texts = oneof(string(), string({ unit: 'grapheme' }), json(), webUrl())
    assert(
      property(texts, (text) => {
        const all = readLabel(text)
        for (const { sn, right } of all) {
          expect(sn).toBe(normaliseSerial(sn))
          expect(right).toBe(isSubDeviceSerial(sn))
        }
        expect(new Set(all.map(({ sn }) => sn)).size).toBe(all.length)
      }),
    )
  })
})

describe('a list that a person wrote', () => {
  it('gives a serial as often as it stands there, so that a repetition can be named; a label gives it once', () => {
    const text = 'OP2408A00017\nOP2408A00018\nop2408a00017'
    expect(readList(text).map(({ sn }) => sn)).toEqual(['OP2408A00017', 'OP2408A00018', 'OP2408A00017'])
    expect(readLabel(text).map(({ sn }) => sn)).toEqual(['OP2408A00017', 'OP2408A00018'])
  })
})
