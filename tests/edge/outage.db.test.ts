import { expect, it } from 'vitest'
import { emptyDatabase, testFolder } from '../database.ts'
import type { How } from './inverters.ts'
import { hasPython, noPython } from './other-side.ts'
import { longOutage } from './outage.ts'

/** Only ends what hangs, ms. */
const LONGEST_MS = 3_600_000
/** Thirty-four inverters, read each minute, in `npm run prove -- edge outage`. */
const DEVICES = Number(process.env['EDGE_DEVICES'] ?? 3)
const INTERVAL_S = Number(process.env['EDGE_INTERVAL_S'] ?? 900)

it(
  'E5: thirteen hours without a line: nothing lost, doubled or stamped otherwise, in order, the ledger to the Wh, each alarm told',
  async ({ skip }) => {
    skip(!hasPython, noPython)
    const hows: How[] = Array.from({ length: DEVICES }, (_, n) => (n === 1 ? 'dead' : 'well'))
    const figures = await longOutage({
      folder: await testFolder(),
      databaseUrl: await emptyDatabase(),
      hours: 13,
      hows,
      intervalS: INTERVAL_S,
    })
    console.log(JSON.stringify(figures))
    const { lost, doubled, wrong, strayed, disordered, ledger, alarms } = figures
    expect({ lost, doubled, wrong, strayed, disordered, apart: ledger.apart }).toEqual({
      lost: 0,
      doubled: 0,
      wrong: 0,
      strayed: 0,
      disordered: 0,
      apart: 0,
    })
    expect(figures.history).toBeGreaterThan((DEVICES - 1) * 13 * (3_600 / INTERVAL_S))
    expect(figures.firstAfterCut).toBe(1_000)
    expect([ledger.days, ledger.wh > 0]).toEqual([2, true])
    expect(alarms.told).toBe(alarms.raised)
    // By the clock that is set: the others have each of their turns beside the dead one.
    expect(figures.slowest).toBeLessThan(2 * figures.intervalMs)
  },
  LONGEST_MS,
)
