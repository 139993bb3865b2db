import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { captureFolders, folderRows } from './edge-captures.ts'

const line = (file: string) =>
  `${JSON.stringify({ file, points: 3, equal: 2, null: 1, left: 4, wrong: 0, reasons: {} })}\n`

it('the table of captures has a row of sums for each folder, and none for one that nothing was compared of', () => {
  const rows = folderRows(
    [
      line('fronius-json/pyfronius/v0 a'),
      line('fronius-json/pyfronius/v0 b'),
      line('goodwe-frames/dt/x'),
    ].join(''),
  )
  expect(rows.filter((row) => row !== null)).toEqual([
    { file: 'goodwe-frames (1 rows)', points: 3, equal: 2, null: 1, left: 4, wrong: 0 },
    { file: 'fronius-json (2 rows)', points: 6, equal: 4, null: 2, left: 8, wrong: 0 },
  ])
  expect(rows[captureFolders.indexOf('enphase-gateway')]).toBeNull()
})

it('every folder of captures that is here has its row', ({ skip }) => {
  const data = join(import.meta.dirname, '../../../shared/data')
  let names: string[]
  try {
    names = readdirSync(data)
  } catch {
    skip(true, `skipped: no captures in ${data}`)
    return
  }
  const kinds = /^(sunspec-(?!models)|goodwe|fronius|enphase|opendtu|solaredge-)/
  expect(names.filter((name) => kinds.test(name)).toSorted()).toEqual([...captureFolders].toSorted())
})
