import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { DatabaseStartError } from './binaries.ts'

/** What PostgreSQL writes into postmaster.pid (lines 1, 5 and 8 of src/include/utils/pidfile.h). */
export type Postmaster = { readonly pid: number; readonly socketDir: string; readonly status: string }

/** The prefix of socket folders outside DATA_DIR; see socketFolder in cluster.ts. */
export const shortSocketPrefix = 'sunkeeper-'

export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  let text: string
  try {
    text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  // A negative number is a single-user postgres, which only ever works on an unfinished cluster.
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/**
 * Clears the way for a new postgres, knowing that no other server holds DATA_DIR: stops the one that a killed
 * server left behind, and disarms the postmaster.pid of a dead one. Its number may belong to some other program by
 * now (usual after a container restart), at which postgres would refuse to start for ever.
 * @throws DatabaseStartError when the orphan does not end.
 */
export async function settleOrphan(cluster: string, log: Logger): Promise<void> {
  const found = await readPostmaster(cluster)
  if (found === undefined) return
  if (alive(found.pid) && (await isPostgresOf(found.pid, cluster))) {
    log.warn({ pid: found.pid }, 'stopping the postgres that a killed server left behind')
    await end(found.pid)
    if (path.basename(found.socketDir).startsWith(shortSocketPrefix)) {
      await rm(found.socketDir, { recursive: true, force: true })
    }
    return
  }
  // Postgres takes any process of this number, even a zombie, for its rival.
  // The file is not simply removed: it also names the shared memory by which postgres sees that children of a killed
  // postmaster are still writing. Postgres ignores the pid of its own parent, which is us.
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^-?\d+/, String(process.pid)))
}

async function end(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!alive(pid)) return
      throw new DatabaseStartError(
        `The postgres left behind (process ${pid}) cannot be stopped: ${String(error)}`,
        {
          cause: error,
        },
      )
    }
    for (let waited = 0; waited < seconds * 50; waited++) {
      if (!alive(pid)) return
      await pause(20)
    }
  }
  throw new DatabaseStartError(`The postgres left behind (process ${pid}) does not stop. End it by hand.`)
}

/** Whether the process runs. One that has ended but was not yet collected by its parent does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Orphans in a container whose first process collects no children stay zombies for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z'
  } catch {
    return false
  }
}

async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // The postmaster's working directory is its cluster. A process that may not be looked at is another user's.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
  }
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return ps.stdout.includes('postgres') && ps.stdout.includes(cluster)
}
