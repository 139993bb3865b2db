import { describe, expect, it } from 'vitest'
import { freeCells, rowBelow, wayOver } from './snake.ts'

const box = { top: 1, left: 1, bottom: 2, right: 3 }
const written = (cells: readonly { row: number; col: number }[]): string =>
  cells.map(({ row, col }) => `${row}.${col}`).join(' ')

const taken = ({ row, col }: { row: number; col: number }): boolean => row === 2 && col === 3

describe('a way over cells', () => {
  it('turns back at the end of each row', () => {
    expect(written(wayOver(box, { corner: 'top-left', along: 'rows', back: true }))).toBe(
      '1.1 1.2 1.3 2.3 2.2 2.1',
    )
  })
  it('begins each row at the same side without turning back', () => {
    expect(written(wayOver(box, { corner: 'top-left', along: 'rows', back: false }))).toBe(
      '1.1 1.2 1.3 2.1 2.2 2.3',
    )
  })
  it('begins at any corner and follows columns', () => {
    expect(written(wayOver(box, { corner: 'bottom-right', along: 'columns', back: true }))).toBe(
      '2.3 1.3 1.2 2.2 2.1 1.1',
    )
    expect(written(wayOver(box, { corner: 'top-right', along: 'rows', back: true }))).toBe(
      '1.3 1.2 1.1 2.1 2.2 2.3',
    )
    expect(written(wayOver(box, { corner: 'bottom-left', along: 'rows', back: false }))).toBe(
      '2.1 2.2 2.3 1.1 1.2 1.3',
    )
  })
  it('leaves out what is taken and begins where it is told', () => {
    const way = wayOver(box, { corner: 'top-left', along: 'rows', back: true })
    expect(written(freeCells(way, taken))).toBe('1.1 1.2 1.3 2.2 2.1')
    expect(written(freeCells(way, taken, { row: 1, col: 3 }))).toBe('1.3 2.2 2.1')
    expect(freeCells(way, taken, { row: 9, col: 9 })).toEqual([])
  })
  it('copies the columns of a row, each once and as far as they are free', () => {
    expect(written(rowBelow([3, 1, 1, 2], 2, ({ col }) => col === 2))).toBe('2.1 2.3')
  })
})
