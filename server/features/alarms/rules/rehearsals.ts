import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../platform/refusal.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { rehearse } from './rehearse.ts'

/** What `rehearse` is asked for, without the database: its thread has connections of its own. */
export type RehearsalOrder = Parameters<typeof rehearse> extends [unknown, ...infer Rest] ? Rest : never
type Rehearsal = Awaited<ReturnType<typeof rehearse>>

export type Rehearsals = {
  /** In a thread of its own, when it is the account's turn; it ends when `gone` does. @throws Refusal see `Turns` */
  run: (accountId: string, order: RehearsalOrder, gone: AbortSignal) => Promise<Rehearsal>
  working: () => number
  waiting: () => number
}

type Options = Parameters<typeof createTurns>[0] & {
  /** What has not ended by then is ended. */
  patienceMs?: number
  /** The thread's program; another one in tests. */
  program?: URL
}

/** Many devices are read day by day: what needs more than this is broken. */
const MEMORY_MB = 512

/** Threads that rehearse on the database at `url`. */
export const createRehearsals = (
  url: string,
  { patienceMs = 60_000, program = new URL('rehearsal-worker.ts', import.meta.url), ...limits }: Options = {},
): Rehearsals => {
  const turns = createTurns(limits)
  const inThread = async (order: RehearsalOrder, gone: AbortSignal): Promise<Rehearsal> => {
    const worker = new Worker(program, {
      name: 'rehearsal',
      workerData: { url, order },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const over = AbortSignal.any([gone, AbortSignal.timeout(patienceMs)])
    try {
      return await new Promise<Rehearsal>((resolve, reject) => {
        const end = (): void => reject(new Refusal('unavailable'))
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', end)
        over.addEventListener('abort', end, { once: true })
      })
    } finally {
      await worker.terminate()
    }
  }
  return {
    run: (accountId, order, gone) => turns.take(accountId, gone, () => inThread(order, gone)),
    working: turns.working,
    waiting: turns.waiting,
  }
}
