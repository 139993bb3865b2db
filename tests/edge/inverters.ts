import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('serve-inverters.py', import.meta.url))

/** `dead`: nothing listens. `silent`: it takes what is asked and never answers. The others are about limits. */
export type How = 'well' | 'dead' | 'silent' | 'no-timer' | 'nothing' | 'other' | 'late' | 'restarts'
export type Manner = 'gap' | 'settle' | 'connections' | 'block' | 'overlap' | 'outside'

/** What the inverters have counted for themselves. */
export type Counted = {
  /** Readings that were begun, by serial. */
  polls: Record<string, number>
  requests: number
  connections: number
  writes: number
  /** Requests against the manners. */
  bad: Record<Manner, number>
  /** The longest time between two readings, ms. */
  slowest: Record<string, number>
  /** What was made on each local day, of what was served, Wh. */
  days: Record<string, Record<string, number>>
}

/** A line of their log. */
export type Happened = { sn: string; k: string; t: number } & Partial<{
  c: number
  wh: number
  w: number
  why: 'timer' | 'written' | 'restart'
  pct: number
  timer: number
  at: number
  words: number[]
}>

export type Inverters = {
  pid: number
  list: readonly { sn: string; how: How; url: string }[]
  /** `now`: of a clock that is told. `forget`: the longest time between readings is counted anew. */
  tell: (what: { now?: number; power?: number; raise?: number; forget?: true }) => Promise<void>
  sum: () => Promise<Counted>
  happened: () => Happened[]
  stop: () => void
}

/** Starts `hows.length` inverters in one program that shares no code with the edge. */
export const serveInverters = async (
  hows: readonly How[],
  options: { log: string; zone: string; now?: number },
): Promise<Inverters> => {
  const named = hows.map((how, index) => ({ sn: `PRF-${String(index + 1).padStart(4, '0')}`, how }))
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const readLine = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the inverters have gone')
    return value
  }
  let last: Promise<unknown> = Promise.resolve()
  const ask = (what: object): Promise<string> => {
    const answer = last.then(() => {
      child.stdin.write(`${JSON.stringify(what)}\n`)
      return readLine()
    })
    last = answer.catch(() => undefined)
    return answer
  }
  const { log, zone, now } = options
  const clock = now === undefined ? { clock: 'own' } : { clock: 'told', now }
  const ports = JSON.parse(await ask({ log, zone, inverters: named, ...clock })) as number[]
  return {
    pid: child.pid ?? 0,
    list: named.map((one, index) => ({ ...one, url: `modbus-tcp://127.0.0.1:${ports[index]}?unit=1` })),
    tell: async (what) => void (await ask(what)),
    sum: async () => JSON.parse(await ask({ sum: true })) as Counted,
    happened: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Happened),
    stop: () => child.stdin.end(),
  }
}
