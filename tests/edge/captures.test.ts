import { describe, expect, it } from 'vitest'
import { readChain } from '#edge/engine/sunspec/walk.ts'
import { captures, tallyOf } from './captures.ts'
import { hasData, noData } from './definitions.ts'
import { deviceAt } from './registers.ts'

describe('captures of SunSpec devices', () => {
  it('say what came with them', async ({ skip }) => {
    skip(!hasData, noData)
    const all = captures()
    const table: { file: string; points: number; equal: number; null: number; wrong: number }[] = []
    for (const capture of all)
      for (const [base, longest] of [
        [40_000, 125],
        [50_000, 125],
        [0, 125],
        [40_000, 30],
      ] as const) {
        const tally = tallyOf(capture, await readChain(deviceAt(base, capture.words), longest))
        expect(tally.wrong).toEqual([])
        if (base === 40_000 && longest === 125) table.push({ file: capture.file, ...tally, wrong: 0 })
      }
    const sum = (key: 'points' | 'equal' | 'null') => table.reduce((total, row) => total + row[key], 0)
    console.table([
      ...table,
      {
        file: `${table.length} files`,
        points: sum('points'),
        equal: sum('equal'),
        null: sum('null'),
        wrong: 0,
      },
    ])
    expect(sum('points')).toBeGreaterThan(500)
  })
})
