// A thread of its own for one rehearsal: thirty days of a large station are seconds of work, and nobody else waits for them.
import { parentPort, workerData } from 'node:worker_threads'
import { endingWith } from '../../../platform/db/ending-with.ts'
import { oneProcessor, openPool } from '../../../platform/db/open.ts'
import { yieldConnections, yieldThread } from '../../../platform/low-priority.ts'
import { createLog } from '../../../platform/log.ts'
import { answering } from '../../../platform/thread.ts'
import { rehearse } from './rehearse.ts'
import type { RehearsalOrder } from './rehearsals.ts'

const { url, order, local } = workerData as { url: string; order: RehearsalOrder; local: boolean }
yieldThread()
await answering(parentPort, async (over) => {
  const pool = openPool(url, createLog('silent'), 2, { settings: oneProcessor })
  if (local) yieldConnections(pool)
  try {
    return await rehearse(endingWith(pool, over), ...order)
  } finally {
    await pool.end()
  }
})
