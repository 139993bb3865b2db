import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Between two looks, ms. */
const LOOK_MS = 1_000

/** The parent of another process; null where that cannot be asked. */
const parentOf = (pid: number): number | null => {
  try {
    // The name before it is in brackets and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Whether npm runs this very program as a script of its package. Only then does an end of whoever started it mean its
 * own end: a daemon (nohup, systemd, a container) outlives its parent, or has the first process from the beginning.
 */
export const isScriptOfNpm = (variables: Variables, program: string | undefined): boolean =>
  program !== undefined &&
  (variables['npm_lifecycle_script'] ?? '').includes(`scripts/${path.basename(program)}`) &&
  path.dirname(variables['npm_package_json'] ?? '') === path.dirname(path.dirname(program))

/**
 * Says whether those who started this process are still its parents: npm, and the shell between it and us, which npm
 * ends without us, or which stays when npm is killed.
 */
export const createParentWatch = (
  parents: () => readonly (number | null)[] = () => [process.ppid, parentOf(process.ppid)],
): { gone: () => boolean } => {
  const first = parents()
  return { gone: () => first[0] !== 1 && parents().some((pid, no) => pid !== first[no]) }
}

/** Calls `end` once, when npm or its shell is gone. */
export const endWithNpm = (end: () => void): void => {
  if (!isScriptOfNpm(process.env, process.argv[1])) return
  const watch = createParentWatch()
  const looking = setInterval(() => {
    if (!watch.gone()) return
    clearInterval(looking)
    end()
  }, LOOK_MS)
  looking.unref()
}

/** Whether a closed terminal is to be outlived, as `nohup` says; where that cannot be asked nothing changes. */
export const outlivesTerminal = (): boolean => {
  if (process.platform !== 'linux') return true
  const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  // SIGHUP is signal 1, the lowest bit.
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}
