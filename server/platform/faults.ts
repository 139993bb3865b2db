import type { EventEmitter } from 'node:events'
import { Counter, type Registry } from 'prom-client'
import type { Logger } from 'pino'

/**
 * What nobody caught (in a timer, a stream's listener, a promise that nobody awaited) is logged and counted, and the
 * server goes on: one gateway's or one browser's fault must not end everybody's service. Returns the way to stop.
 */
export const surviveFaults = (
  process: Pick<EventEmitter, 'on' | 'off'>,
  { log, metrics }: { log: Logger; metrics: Registry },
): (() => void) => {
  const faults = new Counter({
    name: 'sunkeeper_faults_total',
    help: 'Exceptions that nothing caught',
    registers: [metrics],
  })
  const note = (error: unknown): void => {
    faults.inc()
    log.error({ err: error }, 'an exception that nothing caught')
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  return () => {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  }
}
