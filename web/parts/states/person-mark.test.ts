import { expect, it } from 'vitest'
import { initialsOf } from './person-mark.tsx'

it.each([
  ['周维明', '维明'],
  ['李安', '李安'],
  ['Zhou Weiming', 'ZW'],
  ['  anna maria lopez ', 'AM'],
  ['Bob', 'B'],
  ['', ''],
])('%s is marked as %s', (name, mark) => {
  expect(initialsOf(name)).toBe(mark)
})
