import { inThread } from '../../../platform/thread.ts'
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
  (order, over) =>
    inThread(program, { name: 'rehearsal', data: { url, order, local }, memoryMb: MEMORY_MB, over, endMs })
