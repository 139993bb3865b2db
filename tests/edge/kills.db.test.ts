import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { How } from './inverters.ts'
import { edgeKillLoop } from './kills.ts'
import { hasPython, noPython } from './other-side.ts'

/** Only ends what hangs, ms. */
const LONGEST_MS = 3_600_000
/** Thirty-four inverters and twenty kills in `npm run prove -- edge kills`. */
const ROUNDS = Number(process.env['EDGE_KILLS'] ?? 2)
const DEVICES = Number(process.env['EDGE_DEVICES'] ?? 4)
const hows: How[] = Array.from({ length: DEVICES }, (_, n) => (n === 1 ? 'dead' : 'well'))

it.for(['edge', 'server'] as const)(
  'E5: kill -9 of the %s while devices are read: nothing lost, doubled or stamped otherwise, and the ledger to the Wh',
  { timeout: LONGEST_MS },
  async (killed, { skip }) => {
    skip(!hasPython, noPython)
    const folder = mkdtempSync(join(tmpdir(), 'edge-kills-'))
    chmodSync(folder, 0o711)
    try {
      const figures = await edgeKillLoop(killed, ROUNDS, hows, folder, {
        intervalS: DEVICES > 10 ? 5 : 1,
        say: (line) => (ROUNDS > 5 ? console.log(line) : undefined),
      })
      console.log(JSON.stringify(figures))
      const { lost, doubled, wrong, strayed, disordered, ledger, bad } = figures
      expect({ lost, doubled, wrong, strayed, disordered, apart: ledger.apart }).toEqual({
        lost: 0,
        doubled: 0,
        wrong: 0,
        strayed: 0,
        disordered: 0,
        apart: 0,
      })
      expect(ledger.wh).toBeGreaterThan(0)
      expect(figures.stored).toBeGreaterThan(DEVICES * ROUNDS)
      // A kill leaves a connection open for a moment, which is not the edge's doing.
      expect({ ...bad, connections: 0 }).toEqual({
        gap: 0,
        settle: 0,
        connections: 0,
        block: 0,
        overlap: 0,
        outside: 0,
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
