import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { How } from './inverters.ts'
import { loadOfEdge } from './load.ts'
import { hasPython, noPython } from './other-side.ts'

/** Only ends what hangs, ms. */
const LONGEST_MS = 3_600_000
/** Thirty-four inverters each ten seconds for some minutes in `npm run prove -- edge load`. */
const DEVICES = Number(process.env['EDGE_DEVICES'] ?? 6)
const SECONDS = Number(process.env['EDGE_SECONDS'] ?? 8)
const INTERVAL_S = DEVICES > 10 ? 10 : 2

it(
  'E5: reads many devices each in its turn, and none against its manners',
  async ({ skip }) => {
    skip(!hasPython, noPython)
    skip(!existsSync('/proc/self/smaps_rollup'), 'skipped: what a process uses is read from /proc')
    const folder = mkdtempSync(join(tmpdir(), 'edge-load-'))
    chmodSync(folder, 0o711)
    try {
      const hows: How[] = Array.from({ length: DEVICES }, (_, n) => (n === 1 ? 'silent' : 'well'))
      const settleS = DEVICES > 10 ? 30 : 2
      const figures = await loadOfEdge({ folder, hows, intervalS: INTERVAL_S, settleS, seconds: SECONDS })
      console.log(JSON.stringify(figures))
      const { bad, polls, requests } = figures
      expect(bad).toEqual({ gap: 0, settle: 0, connections: 0, block: 0, overlap: 0, outside: 0 })
      expect(polls).toBeGreaterThan(DEVICES)
      expect(requests).toBeGreaterThan(polls)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  LONGEST_MS,
)
