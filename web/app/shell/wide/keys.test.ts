import { describe, expect, it } from 'vitest'
import { commandOf, type Focus, goesTo, goLetters } from './keys.ts'

const press = (key: string, given: Partial<Parameters<typeof commandOf>[0]> = {}) => ({
  key,
  shift: false,
  modified: false,
  repeated: false,
  ...given,
})
const at = (focus: Focus, given: { begun?: boolean; letters?: boolean } = {}) => ({
  focus,
  begun: false,
  letters: true,
  ...given,
})
const every = [
  'ArrowDown',
  'ArrowUp',
  'Home',
  'End',
  'Escape',
  ' ',
  '/',
  '?',
  'g',
  'd',
  'a',
  'x',
  'Enter',
  'Tab',
]

describe('a key of a wide screen', () => {
  it('does nothing while somebody types, and nothing with Control, Alt or Meta', () => {
    for (const key of every) {
      expect(commandOf(press(key), at('field'))).toBeNull()
      expect(commandOf(press(key, { modified: true }), at('row'))).toBeNull()
    }
  })
  it('is left to what moves by itself, and to what the browser does with it', () => {
    for (const key of ['ArrowDown', 'Home', ' ']) expect(commandOf(press(key), at('own'))).toBeNull()
    for (const key of ['Enter', 'Tab', 'PageDown', 'F5']) expect(commandOf(press(key), at('row'))).toBeNull()
    for (const focus of ['page', 'control'] as const) expect(commandOf(press(' '), at(focus))).toBeNull()
    // Shift and an arrow choose text where no row has the focus.
    expect(commandOf(press('ArrowDown', { shift: true }), at('page'))).toBeNull()
    expect(commandOf(press('End', { shift: true }), at('row'))).toBeNull()
  })
  it('moves in a list and chooses in it', () => {
    expect(commandOf(press('ArrowUp'), at('page'))).toEqual({ do: 'move', by: 'before', extend: false })
    expect(commandOf(press('ArrowDown', { shift: true }), at('row'))).toEqual({
      do: 'move',
      by: 'next',
      extend: true,
    })
    expect(commandOf(press(' '), at('row'))).toEqual({ do: 'pick' })
  })
  it('leads to the main pages after g alone', () => {
    expect(commandOf(press('g'), at('row'))).toEqual({ do: 'begin' })
    for (const letter of goLetters)
      expect(commandOf(press(letter), at('page', { begun: true }))).toEqual({ do: 'go', to: goesTo[letter] })
    expect(commandOf(press('a'), at('page'))).toEqual({ do: 'act', letter: 'a' })
    expect(commandOf(press('z'), at('page', { begun: true }))).toBeNull()
  })
  it('of a letter does nothing once letters are turned off; arrows and Escape stay', () => {
    for (const key of ['/', '?', 'g', 'd'])
      expect(commandOf(press(key), at('row', { letters: false }))).toBeNull()
    for (const key of ['ArrowDown', 'Escape', ' '])
      expect(commandOf(press(key), at('row', { letters: false }))).not.toBeNull()
  })
  it('of a letter does something once, however long it is held', () => {
    expect(commandOf(press('d', { repeated: true }), at('row'))).toBeNull()
    expect(commandOf(press('ArrowDown', { repeated: true }), at('row'))).not.toBeNull()
  })
})
