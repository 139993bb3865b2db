import { describe, expect, it } from 'vitest'
import { csvOf } from '#domain/files/csv-table.ts'
import { fileName } from './chart-csv.ts'
import { timeTable } from './chart-tables.ts'

const body = (heads: string[], rows: (string | number | null)[][]): string[] =>
  csvOf({ heads, rows }).replace('\uFEFF', '').split('\r\n')

describe('a chart as a table', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A', '|calc'])(
    'V11: a cell that starts like a formula is made harmless: %j',
    (name) => {
      const [head = '', row = ''] = body([name, 'x'], [[name, 1]])
      for (const line of [head, row]) expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )
  it('V11: a formula behind a comma or quote stays inside its cell', () => {
    expect(body(['a","=1'], [])[0]).toBe('"a"",""=1"')
    expect(body(['=a,b'], [])[0]).toBe(`"'=a,b"`)
  })
  it('leaves numbers and common names as they are', () => {
    expect(body(['功率 (W)', 'Roof 1-2'], [[-12.5, 0]])).toEqual(['功率 (W),Roof 1-2', '-12.5,0', ''])
  })
  it('has nothing where nothing is known, and 0 where it is 0', () => {
    expect(
      body(
        ['t', 'a', 'b'],
        [
          ['x', null, 0],
          ['y', Number.NaN, 1.2300000001907],
        ],
      ),
    ).toEqual(['t,a,b', 'x,,0', 'y,,1.23', ''])
  })
  it('begins with the mark of UTF-8', () => {
    expect(csvOf({ heads: ['a'], rows: [] }).codePointAt(0)).toBe(0xfeff)
  })
})

it('a file is named by what it holds, without what a path reads', () => {
  expect(fileName(['青浦-顾家小院', 'Power / AC', '2026-03-15'], 'csv')).toBe(
    '青浦-顾家小院_Power-AC_2026-03-15.csv',
  )
  expect(fileName(['../..', '=x'], 'png')).toBe('x.png')
  expect(fileName(['///'], 'png')).toBe('chart.png')
})

describe('curves as a table', () => {
  const words = { instant: 'Time', local: 'Local' }
  const five = 300_000
  it('has a row for each instant at which anything was read, in the zone of the station', () => {
    const table = timeTable(words, 'Asia/Kathmandu', [
      { key: 'a', head: 'A (W)', ts: [five, 3 * five], values: [1, null] },
      { key: 'b', head: 'B (W)', ts: [0, five], values: [0, -5] },
    ])
    expect(table.heads).toEqual(['Time', 'Local', 'A (W)', 'B (W)'])
    expect(table.rows).toEqual([
      ['1970-01-01T05:30:00+05:30', '1970-01-01 05:30:00', null, 0],
      ['1970-01-01T05:35:00+05:30', '1970-01-01 05:35:00', 1, -5],
      ['1970-01-01T05:45:00+05:30', '1970-01-01 05:45:00', null, null],
    ])
  })
  it('keeps two devices of one name apart', () => {
    const table = timeTable(words, 'UTC', [
      { key: 'a', head: 'Roof (W)', ts: [0], values: [1] },
      { key: 'b', head: 'Roof (W)', ts: [0], values: [2] },
    ])
    expect(table.rows[0]?.slice(2)).toEqual([1, 2])
  })
  it('puts several days of one device under each other in one column', () => {
    const table = timeTable(words, 'UTC', [
      { key: 'a', head: 'A (W)', ts: [0], values: [1] },
      { key: 'a', head: 'A (W)', ts: [86_400_000], values: [2] },
    ])
    expect(table.heads).toEqual(['Time', 'Local', 'A (W)'])
    expect(table.rows.map((row) => row[2])).toEqual([1, 2])
  })
})
