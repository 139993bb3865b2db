import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'

/** What is run: a file of ours, by the Node that runs this one. */
export type Launch = { file: string; args: readonly string[]; env: Record<string, string> }

export type Supervised = {
  /** Process id while it runs. */
  pid: () => number | null
  /** The last lines it wrote. */
  lines: () => readonly string[]
  /** Asks it to end, ends it when it does not, and starts it no more. */
  stop: () => Promise<void>
}

type Supervising = {
  /** Asked before each start; null = not now, asked again later. */
  launch: () => Promise<Launch | null>
  name: string
  log: Pick<Logger, 'info' | 'warn' | 'debug'>
  /** Replaced in tests: ms until it is started again after so many deaths in a row. */
  waitMs?: (deaths: number) => number
  /** How long it has to end by itself. */
  patienceMs?: number
}

const LINES = 200
const LINE_LENGTH = 500
/** Said of a death. */
const LAST_WORDS = 10
/** Whoever ran so long did not die of its start. No source: chosen, like the others. */
const SOUND_MS = 60_000
const PATIENCE_MS = 5_000
const usualWait = (deaths: number): number => Math.min(60_000, 1_000 * 2 ** Math.min(deaths, 6))

/**
 * Keeps a child running: starts it again when it dies, later and later while it dies at once. It has a channel to this
 * process that closes when this process ends in whatever way: by that it knows to end, too.
 */
export const superviseChild = ({
  launch,
  name,
  log,
  waitMs = usualWait,
  patienceMs = PATIENCE_MS,
}: Supervising): Supervised => {
  const lines: string[] = []
  const stopping = new AbortController()
  let child: ChildProcess | null = null
  const note = (line: string): void => {
    lines.push(line.slice(0, LINE_LENGTH))
    if (lines.length > LINES) lines.splice(0, lines.length - LINES)
    log.debug({ child: name, line: line.slice(0, LINE_LENGTH) }, 'a child says')
  }

  /** Runs it once to its end; whether it ran soundly. */
  const runOnce = async (what: Launch): Promise<boolean> => {
    const startedAt = performance.now()
    const running = fork(what.file, what.args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: what.env,
      execArgv: [],
    })
    child = running
    for (const stream of [running.stdout, running.stderr])
      if (stream) createInterface({ input: stream }).on('line', note)
    const [code, signal] = await Promise.race([
      once(running, 'exit'),
      once(running, 'error').then(([error]: unknown[]) => [String(error), null]),
    ])
    child = null
    if (stopping.signal.aborted) return true
    log.warn(
      { child: name, code, signal, lines: lines.slice(-LAST_WORDS) },
      'a child ended; it is started again',
    )
    return performance.now() - startedAt >= SOUND_MS
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopping.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })

  const running = (async (): Promise<void> => {
    for (let deaths = 0; !stopping.signal.aborted;) {
      const what = await launch().catch((error: unknown) => {
        log.warn({ err: error, child: name }, 'a child could not be started')
        return null
      })
      if (stopping.signal.aborted) return
      if (what !== null) deaths = (await runOnce(what)) ? 0 : deaths
      await pause(waitMs(deaths))
      deaths += 1
    }
  })()

  return {
    pid: () => child?.pid ?? null,
    lines: () => lines,
    stop: async () => {
      stopping.abort()
      const last = child
      const hard = setTimeout(() => last?.kill('SIGKILL'), patienceMs)
      last?.kill('SIGTERM')
      await running
      clearTimeout(hard)
    },
  }
}
