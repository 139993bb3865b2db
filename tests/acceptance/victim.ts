import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { alive, readPostmaster } from '#server/platform/db/orphan.ts'
import type { ServerSaid } from './server-process.ts'

/** An installation that can be killed and started again on its DATA_DIR. Everything durable is on. */
export type Victim = {
  /** Where it is now; changes with each start. */
  said: () => ServerSaid
  /** The process of PostgreSQL. */
  postgres: () => Promise<number>
  killServer: () => Promise<void>
  killDatabase: () => Promise<void>
  /** `from`: another version's program, by its path. */
  start: (from?: string) => Promise<void>
  /** In good order; then nothing of it is left. Gives the exit code, null when a signal ended it. */
  stop: () => Promise<number | null>
  ready: () => Promise<boolean>
  /** Whether the server process has ended by itself. */
  gone: () => boolean
}

const program = join(import.meta.dirname, 'server-process.ts')

/**
 * `mqttUrl`: a broker of its own, which lives on; with the built-in one, null. `settings`: environment variables, such as
 * where it is at each start; any free ports unless said. `first`: the program of the first start, of another version.
 */
export const startVictim = async (
  dataDir: string,
  mqttUrl: string | null = null,
  settings: Readonly<Record<string, string>> = {},
  first: string = program,
): Promise<Victim> => {
  let child: ChildProcess | null = null
  let said: ServerSaid | null = null

  const start = async (from: string = program): Promise<void> => {
    const started = spawn(process.execPath, [from], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        MQTT_PORT: '0',
        EDGE: 'off',
        METRICS_PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        MQTT_URL: mqttUrl ?? '',
        LOG_LEVEL: process.env['VICTIM_LOG_LEVEL'] ?? 'fatal',
        ...settings,
      },
    })
    child = started
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(started.stdout).once('line', resolve)
      started.once('exit', (code, by) => reject(new Error(`the server did not start: ${code ?? by}`)))
    })
    started.stdout.resume()
    said = JSON.parse(line) as ServerSaid
  }
  const running = (): ChildProcess => {
    if (child === null) throw new Error('no server runs')
    return child
  }
  const here = (): ServerSaid => {
    if (said === null) throw new Error('the server has said nothing')
    return said
  }
  const postgres = async (): Promise<number> => (await readPostmaster(join(dataDir, 'database')))?.pid ?? 0

  await start(first)
  return {
    said: here,
    postgres,
    start,
    killServer: async () => {
      const ended = once(running(), 'exit')
      running().kill('SIGKILL')
      await ended
    },
    killDatabase: async () => {
      const pid = await postgres()
      if (pid > 1 && alive(pid)) process.kill(pid, 'SIGKILL')
    },
    stop: async () => {
      const one = running()
      if (one.exitCode !== null || one.signalCode !== null) return one.exitCode
      const ended = once(one, 'exit')
      one.kill('SIGTERM')
      await ended
      return one.exitCode
    },
    ready: async () => {
      const answer = await fetch(`${here().url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      )
      await answer?.arrayBuffer()
      return answer?.status === 200
    },
    gone: () => running().exitCode !== null || running().signalCode !== null,
  }
}

/** Waits until `done`, looking every 20 ms. @throws after `patienceMs`, saying what was waited for. */
export const until = async (
  what: string,
  patienceMs: number,
  done: () => boolean | Promise<boolean>,
): Promise<void> => {
  const lateAt = performance.now() + patienceMs
  while (!(await done())) {
    if (performance.now() > lateAt) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
    await pause(20)
  }
}

/**
 * Processes of PostgreSQL at work in this DATA_DIR that are nobody's child there: one where a server runs, none
 * where it was stopped. Elsewhere than on Linux only the one of postmaster.pid is seen.
 */
export const postmastersOf = async (dataDir: string): Promise<number[]> => {
  const cluster = realpathSync(join(dataDir, 'database'))
  if (process.platform !== 'linux') {
    const pid = (await readPostmaster(cluster))?.pid ?? 0
    return pid > 0 && alive(pid) ? [pid] : []
  }
  const here = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== cluster) continue
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state !== 'Z') here.set(Number(name), Number(parent))
    } catch {
      // It has ended meanwhile.
    }
  }
  return [...here].filter(([, parent]) => !here.has(parent)).map(([pid]) => pid)
}
