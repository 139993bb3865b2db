import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storeKillLoop } from './store-kill.ts'

it('E5: what the store has taken outlasts kill -9: nothing lost, nothing doubled, in its order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-kill-'))
  try {
    const rounds = Number(process.env['EDGE_KILLS'] ?? 5)
    const { stored, ...figures } = await storeKillLoop(rounds, folder)
    expect(figures).toEqual({ rounds, lost: 0, doubled: 0, disordered: 0 })
    expect(stored).toBeGreaterThan(rounds * 20)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
