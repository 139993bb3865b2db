import { expect, it } from 'vitest'
import { shortProperties, shortPropertyNames } from './short-properties.ts'

const names = shortPropertyNames([':root{--text:#000;--text-2:#333;--chart-1:red}', 'p{color:var(--text)}'])
const { inStyle, inScript } = shortProperties(names)

it('gives the name that is used most the shortest one, and leaves those that scripts put together', () => {
  expect([...names]).toEqual([
    ['--text', '--a'],
    ['--text-2', '--b'],
  ])
  expect(inStyle('p{color:var(--text-2,var(--text));fill:var(--chart-1)}')).toBe(
    'p{color:var(--b,var(--a));fill:var(--chart-1)}',
  )
})

it('takes whole names in scripts: no part of one, none with a gap and no decrement', () => {
  expect(inScript("color('--text') + `var(--text-2)`")).toBe("color('--a') + `var(--b)`")
  for (const other of ["'--text-3'", '`--text-${no}`', "'--textual'", '(--text)', '--text'])
    expect(inScript(other)).toBe(other)
})
