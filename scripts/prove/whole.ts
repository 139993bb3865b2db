import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How long those that are told to end may take before they are killed. */
const GRACE_MS = 10_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const textOf = (read: () => string): string => {
  try {
    return read()
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

/**
 * Processes that belong to this temporary folder: it is in their environment, they work in it, or one of these started
 * them. So a daemon that nobody is the parent of any more is found, and a database that was given another environment.
 */
const processesOf = (folder: string): number[] => {
  const own = new Set<number>()
  const children = new Map<number, number[]>()
  for (const pid of readdirSync('/proc').map(Number)) {
    if (!(pid > 0) || pid === process.pid) continue
    const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === undefined || state === '' || state === 'Z') continue
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), pid])
    const environment = textOf(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))
    const place = textOf(() => readlinkSync(`/proc/${pid}/cwd`))
    if (environment.includes(folder) || place.startsWith(folder)) own.add(pid)
  }
  // A set is walked to its end, also where it grows meanwhile.
  for (const pid of own) for (const child of children.get(pid) ?? []) own.add(child)
  return [...own]
}

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended already.
    }
}

/** Ends all of them: told first, killed when they take too long. */
const endAll = async (find: () => number[], graceMs: number): Promise<void> => {
  const lateAt = performance.now() + graceMs
  const told = new Set<number>()
  for (let left = find(); left.length > 0; left = find()) {
    const news = left.filter((pid) => !told.has(pid))
    for (const pid of news) told.add(pid)
    if (performance.now() > lateAt) signal(left, 'SIGKILL')
    else signal(news, 'SIGTERM')
    await pause(100)
  }
}

/**
 * Runs a program of Node with a temporary folder of its own, and takes care that nothing of what it started is left,
 * neither processes nor files: not when it ends, and not when this process is told to end. Gives the exit code. The
 * program may block as it likes: this one does nothing but listen to signals. Elsewhere than on Linux only the program
 * itself is ended.
 */
export const runWhole = async (args: readonly string[], graceMs = GRACE_MS): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-whole-'))
  // As the machine's own: whoever databases run as has to pass.
  chmodSync(folder, 0o1777)
  const program = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder },
  })
  const find = (): number[] => {
    if (process.platform === 'linux') return processesOf(folder)
    return program.exitCode === null && program.signalCode === null ? [program.pid ?? 0] : []
  }
  const told = Promise.withResolvers<NodeJS.Signals>()
  for (const name of signals) process.on(name, () => told.resolve(name))
  const ended = once(program, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const by = await Promise.race([told.promise, ended])
  await endAll(find, graceMs)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const [code, end] = typeof by === 'string' ? [null, by] : by
  return code ?? 128 + constants.signals[end ?? 'SIGTERM']
}
