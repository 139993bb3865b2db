import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseStartError } from './binaries.ts'
import { socketFile } from './cluster.ts'
import { readPostmaster, settleOrphan } from './orphan.ts'
import { launch, type Postgres } from './run-as.ts'

/** One life of a postgres process. `ended` settles when it is gone, whatever the reason. */
export type Postmaster = {
  readonly pid: number
  readonly ended: Promise<string>
  kill(signal: 'SIGINT' | 'SIGQUIT'): void
}

export type PostmasterOptions = {
  readonly postgres: Postgres
  readonly cluster: string
  readonly socketDir: string
  readonly settings: readonly (readonly [string, string])[]
  readonly log: Logger
  /** Aborted when the server stops while the database is still recovering. */
  readonly signal: AbortSignal
}

/** Children of a killed postmaster need a moment to notice and hold its shared memory until then. */
const leftovers = /shared memory block|postmaster\.pid/

/**
 * Starts postgres and waits until it takes connections, however long its recovery lasts.
 * @throws DatabaseStartError with the last lines of its log when it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    await settleOrphan(options.cluster, options.log)
    // Nobody else uses this folder, so what lies here is a dead postgres' own.
    await rm(path.join(options.socketDir, socketFile), { force: true })
    await rm(path.join(options.socketDir, `${socketFile}.lock`), { force: true })
    try {
      return await startOnce(options)
    } catch (error) {
      const passing = error instanceof DatabaseStartError && leftovers.test(error.message)
      if (!passing || attempt === 10 || options.signal.aborted) throw error
      await pause(100 * attempt)
    }
  }
}

async function startOnce(options: PostmasterOptions): Promise<Postmaster> {
  const { postgres, cluster, socketDir, settings, log, signal } = options
  const args = [
    '-D',
    cluster,
    '-k',
    socketDir,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = launch(postgres.runAs, path.join(postgres.bin, 'postgres'), args)
  child.stdin.end()
  child.stdout.resume()
  const tail: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    tail.push(line)
    if (tail.length > 8) tail.shift()
    report(log, line)
  })

  const pid = child.pid
  // A server that ends without stopping the database properly at least asks it to end.
  const onExit = () => kill(child, 'SIGINT')
  process.once('exit', onExit)
  signal.addEventListener('abort', onExit, { once: true })
  const ended = new Promise<string>((resolve) => {
    const finish = (why: string) => {
      process.off('exit', onExit)
      signal.removeEventListener('abort', onExit)
      resolve(why)
    }
    child.once('error', (error) => finish(error.message))
    child.once('close', (code, by) => finish(by ? `killed by ${by}` : `exit code ${code}`))
  })

  for (let waited = 1; ; waited++) {
    const why = await Promise.race([ended, pause(10, null)])
    if (why !== null) {
      throw new DatabaseStartError(
        `PostgreSQL did not start (${why}): ${tail.join(' ') || 'it said nothing'}`,
      )
    }
    const state = await readPostmaster(cluster)
    if (pid !== undefined && state?.pid === pid && state.status === 'ready') {
      return { pid, ended, kill: (name) => kill(child, name) }
    }
    if (waited % 500 === 0) log.warn('the database is still recovering')
  }
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}

/** PostgreSQL's own log, at our levels: what concerns one statement is answered to whoever sent it. */
function report(log: Logger, line: string): void {
  const [, severity = '', text = line] = /^([A-Z]+):\s+(.*)$/.exec(line) ?? []
  if (severity === 'PANIC') log.error({ postgres: text }, 'postgres panic')
  else if (severity === 'FATAL' && !/^terminating connection|^the database system is/.test(text))
    log.warn({ postgres: text }, 'postgres fatal')
  else if (severity === 'WARNING') log.warn({ postgres: text }, 'postgres warning')
  else if (/invalid page|checksum|could not (?:read|open) (?:block|file)/.test(text)) {
    log.error({ postgres: text }, 'the database is damaged: restore a backup')
  } else log.debug({ postgres: text || line }, 'postgres')
}
