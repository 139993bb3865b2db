import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../platform/refusal.ts'
import type { rehearse } from './rehearse.ts'

/** What `rehearse` is asked for, without the database: its thread has connections of its own. */
export type RehearsalOrder = Parameters<typeof rehearse> extends [unknown, ...infer Rest] ? Rest : never
type Rehearsal = Awaited<ReturnType<typeof rehearse>>

/**
 * Rehearses in a thread of its own, as it is seconds of a processor's work. Its statement is cancelled and it is gone
 * when `over` ends. How many there are is for whoever asks: its route is an expensive read.
 * @throws Refusal `unavailable` when `over` ends
 */
export type Rehearse = (order: RehearsalOrder, over: AbortSignal) => Promise<Rehearsal>

type Options = {
  /** The thread's program; another one in tests. */
  program?: URL
  /** How long it may take to cancel what it asks of the database. */
  endMs?: number
  /** The database runs on this machine and yields its processors to others, as the thread does. */
  local?: boolean
}

/** Many devices are read day by day: what needs more than this is broken. */
const MEMORY_MB = 512

/** Threads that rehearse on the database at `url`. */
export const createRehearsals =
  (
    url: string,
    { program = new URL('rehearsal-worker.ts', import.meta.url), endMs = 2_000, local = false }: Options = {},
  ): Rehearse =>
  async (order, over) => {
    if (over.aborted) throw new Refusal('unavailable')
    const worker = new Worker(program, {
      name: 'rehearsal',
      workerData: { url, order, local },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    try {
      return await new Promise<Rehearsal>((resolve, reject) => {
        const end = (): void => reject(new Refusal('unavailable'))
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', end)
        over.addEventListener('abort', end, { once: true })
      })
    } finally {
      if (over.aborted) {
        worker.postMessage('over')
        await Promise.race([ended, pause(endMs, undefined, { ref: false })])
      }
      await worker.terminate()
    }
  }
