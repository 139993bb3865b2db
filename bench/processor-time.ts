import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick of /proc: 100 a second on every Linux that is in use. */
const TICK_MS = 10

type Process = { pid: number; parent: number; name: string; ms: number; endedMs: number }

/** null: it has ended meanwhile. */
const readProcess = (pid: number): Process | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = line.lastIndexOf(')')
    const fields = line.slice(end + 2).split(' ')
    const ticks = (from: number): number => Number(fields[from]) + Number(fields[from + 1])
    return {
      pid,
      parent: Number(fields[1]),
      name: line.slice(line.indexOf('(') + 1, end),
      ms: ticks(11) * TICK_MS,
      endedMs: ticks(13) * TICK_MS,
    }
  } catch {
    return null
  }
}

type ProcessorTime = { serverMs: number; databaseMs: number }

/** Processor time so far of a server and of the PostgreSQL that it started, with what has ended in it. */
export const processorTime = (serverPid: number): ProcessorTime => {
  const all = readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : null
    return found === null ? [] : [found]
  })
  const server = all.find(({ pid }) => pid === serverPid)
  if (server === undefined) throw new Error('the server has ended')
  const below = new Set([serverPid])
  // A process comes after its parent only as long as numbers are not given out anew.
  for (let before = 0; before !== below.size;) {
    before = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  const database = all.filter(({ pid, name }) => below.has(pid) && name === 'postgres')
  if (database.length === 0) throw new Error('the server has no database of its own')
  return {
    serverMs: server.ms,
    databaseMs: database.reduce((sum, { ms, endedMs }) => sum + ms + endedMs, 0),
  }
}
