import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Of 1 to 19: about a tenth of a processor where others want it, and all of it where nobody does. */
const NICE = 10
/** About a quarter: what has to be done in its time, whatever else is. */
export const UNHURRIED_NICE = 5
/** Of a whole machine Linux takes one such change in a tenth of a second, but of root. */
const AGAIN_MS = 150
const ATTEMPTS = 40

const lower = (pid: number, nice: number): void => {
  try {
    setPriority(pid, nice)
  } catch {
    // Whoever may not do that does without.
  }
}

/**
 * Linux may share processors between sessions first (`sched_autogroup_enabled`), and a priority counts within one alone;
 * each process of PostgreSQL that works for a connection is a session of its own.
 */
const lowerSession = async (pid: number, nice: number): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(nice))
      return
    } catch (error) {
      // There is none, or whoever may not do that does without.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await pause(AGAIN_MS, undefined, { ref: false })
    }
  }
}

/**
 * The calling thread yields to others from now on. On Linux alone: there a priority belongs to a thread, elsewhere to
 * the process.
 */
export const yieldThread = (nice = NICE): void => {
  if (process.platform === 'linux') lower(0, nice)
}

/** What PostgreSQL does for these connections yields to others: only for a database that runs on this machine. */
export const yieldConnections = (pool: Pool, nice = NICE): void => {
  pool.on('connect', (client: PoolClient & { processID?: number | null }) => {
    if (!client.processID) return
    lower(client.processID, nice)
    if (process.platform === 'linux') void lowerSession(client.processID, nice)
  })
}
