import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasDynamicSecurity } from '../mosquitto.ts'
import { limitRounds, type LimitStory } from './limits.ts'
import { hasPython, noPython } from './other-side.ts'

/** Only ends what hangs, ms. */
const LONGEST_MS = 3_600_000
/** Twenty in `npm run prove -- edge limits`. */
const ROUNDS = Number(process.env['EDGE_LIMITS'] ?? 3)

/** What an inverter wrote down of the end of its limit, in the words of the ledger. */
const trueWords: Record<string, readonly (string | null)[]> = {
  timer: ['device'],
  restart: ['device'],
  written: ['gateway', 'restart', 'server'],
}
const isTrue = ({ word, why }: LimitStory): boolean => trueWords[why ?? '']?.includes(word) === true

/** By the device's timer in any case; by the edge's unless that was dead just then: then at its start. */
const isLate = ({ lateMs, how, edgeDead }: LimitStory): boolean =>
  (lateMs ?? 1) > 0 && !(how === 'no-timer' && edgeDead)
/** Where nobody knows when it began it is no longer than it was given for, but for how both write things down. */
const isLong = ({ forMs, how, edgeDead }: LimitStory): boolean =>
  (forMs ?? Infinity) > 60_500 && !(how === 'no-timer' && edgeDead)

it(
  'E4: edge, server and broker killed in the middle of limits: free within the time that was shown, and the word of the ledger true',
  async ({ skip }) => {
    skip(!hasPython, noPython)
    skip(!hasDynamicSecurity, 'skipped: no Mosquitto with dynamic security here')
    const folder = mkdtempSync(join(tmpdir(), 'edge-limits-'))
    chmodSync(folder, 0o711)
    try {
      const { stories, kills, left, bad, writes } = await limitRounds(ROUNDS, folder, (line) =>
        ROUNDS > 5 ? console.log(line) : undefined,
      )
      console.table(stories)
      console.log(JSON.stringify({ kills, left, bad, writes }))
      expect(left).toBe(0)
      expect(bad).toEqual({ gap: 0, settle: 0, connections: 0, block: 0, overlap: 0, outside: 0 })
      const usual = stories.filter(({ round }) => round > 0)
      expect(usual).toHaveLength(ROUNDS * 2)
      const known = usual.filter(({ outcome }) => outcome === 'success')
      expect(usual.filter((one) => one.outcome !== 'success' && one.round % 5 !== 0)).toEqual([])
      expect(usual.filter((one) => !isTrue(one))).toEqual([])
      expect(known.filter(isLate)).toEqual([])
      expect(usual.filter(isLong)).toEqual([])
      expect(usual.some(({ word }) => word === 'restart')).toBe(true)
      const lying = Object.fromEntries(
        stories.filter(({ round }) => round === 0).map((one) => [one.how, one]),
      )
      expect(lying).toMatchObject({
        nothing: { outcome: 'fail', code: 'did_nothing', word: 'never' },
        other: { outcome: 'fail', code: 'other_value', word: 'never', why: 'timer' },
        late: { outcome: 'success', word: 'device', why: 'timer' },
        restarts: { word: 'device', why: 'restart' },
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  LONGEST_MS,
)
