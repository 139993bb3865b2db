import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Postmaster } from './postmaster.ts'

export type Supervised = {
  /** The postgres process; null while there is none. */
  pid(): number | null
  isUp(): boolean
  /** Called each time the database has died, with the reason; returns the way to stop listening. */
  onDown(listener: (why: string) => void): () => void
  /** Called each time it takes connections again (not for the first start). */
  onUp(listener: () => void): () => void
  /** Ends the database (fast shutdown: open transactions are rolled back) and waits for it. */
  stop(): Promise<void>
}

type SuperviseOptions = {
  readonly log: Logger
  readonly start: (signal: AbortSignal) => Promise<Postmaster>
  /** Called once the database has ended for good. */
  readonly closed: () => Promise<void>
}

const firstDelayMs = 100
const longestDelayMs = 5_000
/** A life this long counts as healthy again. */
const healthyMs = 30_000
const patienceMs = 30_000

/** How long to wait before the start after the n-th failure in a row (n from 1), in ms. */
export const restartDelayMs = (failures: number) =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1))

/** Starts the database, then keeps it running until `stop`. Rejects when the very first start fails. */
export async function supervise({ log, start, closed }: SuperviseOptions): Promise<Supervised> {
  const stopping = new AbortController()
  const downListeners = new Set<(why: string) => void>()
  const upListeners = new Set<() => void>()
  let current: Postmaster | null = await start(stopping.signal)

  async function keepRunning(): Promise<void> {
    let failures = 0
    while (current !== null) {
      const startedAt = performance.now()
      const why = await current.ended
      current = null
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt >= healthyMs) failures = 0
      log.error({ why }, 'the database has died; starting it again')
      for (const listener of downListeners) listener(why)
      while (current === null) {
        failures++
        await pause(restartDelayMs(failures), undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        try {
          current = await start(stopping.signal)
        } catch (error) {
          log.error({ err: error, failures }, 'the database does not start')
        }
      }
      if (stopping.signal.aborted) continue
      log.info({ pid: current.pid }, 'the database is back')
      for (const listener of upListeners) listener()
    }
  }
  const running = keepRunning()

  let ended: Promise<void> | undefined
  async function end(): Promise<void> {
    stopping.abort()
    current?.kill('SIGINT')
    const impatience = setTimeout(() => {
      log.warn('the database does not stop; ending it at once')
      current?.kill('SIGQUIT')
    }, patienceMs)
    await running
    clearTimeout(impatience)
    await closed()
  }

  return {
    pid: () => current?.pid ?? null,
    isUp: () => current !== null,
    onDown(listener) {
      downListeners.add(listener)
      return () => downListeners.delete(listener)
    },
    onUp(listener) {
      upListeners.add(listener)
      return () => upListeners.delete(listener)
    },
    stop: () => (ended ??= end()),
  }
}
