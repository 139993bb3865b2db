import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fillDisk, hasSmallDisk, noSmallDisk } from './full-disk.ts'

it('E5: a real disk that runs full costs the oldest alone, each counted, and nothing once there is room', ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-full-'))
  try {
    skip(!hasSmallDisk(folder), noSmallDisk)
    const { full, none, after, again, newest, sent, twice, said } = fillDisk(folder)
    for (const { put, waiting, dropped, trouble } of [full, none]) {
      expect(trouble).toMatch(/disk is full|wait in memory/)
      expect(waiting + dropped).toBe(put)
    }
    expect(full.dropped).toBeGreaterThan(0)
    expect(said.join('\n')).toMatch(/readings given up: the disk is full/)
    expect(newest).toBe(none.put - 1)
    expect({ twice, sent: sent + none.dropped }).toEqual({ twice: 0, sent: none.put })
    expect(after).toEqual({ put: none.put + 20, waiting: 20, dropped: none.dropped, trouble: null })
    expect(again).toEqual(after)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
