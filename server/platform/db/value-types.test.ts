import { types } from 'pg'
import { expect, it } from 'vitest'
import { valueTypes } from './value-types.ts'

const TIMESTAMPTZ = 1184
const read = valueTypes.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => number
const slowly = types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date | number

it.each([
  ['1970-01-01 00:00:00+00', 0],
  ['2026-11-26 19:58:07+00', Date.UTC(2026, 10, 26, 19, 58, 7)],
  ['2026-11-26 19:58:07.5+00', Date.UTC(2026, 10, 26, 19, 58, 7, 500)],
  ['2026-11-26 19:58:07.123456+00', Date.UTC(2026, 10, 26, 19, 58, 7, 123)],
  ['2026-11-26 19:58:07.999999+00', Date.UTC(2026, 10, 26, 19, 58, 7, 999)],
  ['2028-02-29 23:59:59.0009+00', Date.UTC(2028, 1, 29, 23, 59, 59)],
  ['2026-11-26 19:58:07+05:45', Date.UTC(2026, 10, 26, 14, 13, 7)],
  ['1960-02-29 12:00:00+00', Date.UTC(1960, 1, 29, 12)],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
])('%s is the instant that it says', (text, ms) => {
  expect(read(text)).toBe(ms)
})

it('instants are read as the parser of node-postgres reads them, microseconds cut off', () => {
  for (let at = 0; at < 4e12; at += 7_919_003_217.217) {
    const ms = Math.floor(at)
    const micros = String(Math.floor((at - ms) * 1000)).padStart(3, '0')
    const text = `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}${micros}+00`
    expect([text, read(text)]).toEqual([text, Number(slowly(text))])
  }
})
