import { setPriority } from 'node:os'
import type { Pool, PoolClient } from 'pg'

/** Of 1 to 19: about a tenth of a processor where others want it, and all of it where nobody does. */
const NICE = 10

const lower = (pid: number): void => {
  try {
    setPriority(pid, NICE)
  } catch {
    // Whoever may not do that does without.
  }
}

/**
 * The calling thread yields to others from now on. On Linux alone: there a priority belongs to a thread, elsewhere to
 * the process.
 */
export const yieldThread = (): void => {
  if (process.platform === 'linux') lower(0)
}

/** What PostgreSQL does for these connections yields to others: only for a database that runs on this machine. */
export const yieldConnections = (pool: Pool): void => {
  pool.on('connect', (client: PoolClient & { processID?: number | null }) => {
    if (client.processID) lower(client.processID)
  })
}
