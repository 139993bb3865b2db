import { expect, it } from 'vitest'
import { isNewerProgram } from './newer-program.ts'

it.each([
  ['0.2.0', '0.1.0'],
  ['0.10.0', '0.9.3'],
  ['1.0.0', '0.99.99'],
  ['1.2.0', '1.2.0-rc.1'],
  ['1.2.0-rc.2', '1.2.0-rc.1'],
])('%s is offered to an edge that runs %s, and never the other way round', (newer, older) => {
  expect([isNewerProgram(newer, older), isNewerProgram(older, newer)]).toEqual([true, false])
})

it.each([
  ['0.1.0', '0.1.0'],
  ['1.2.0-rc.1', '1.2.0-rc.1'],
  ['1.2.0+a', '1.2.0+b'],
  ['', '0.1.0'],
  ['0.1.0', ''],
])('%s is not offered to an edge that runs %s', (handedOut, running) => {
  expect(isNewerProgram(handedOut, running)).toBe(false)
})
