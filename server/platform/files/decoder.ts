import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { refuse } from '../refusal.ts'
import type { DecodeAnswer, DecodeJob } from './decode-image.ts'

/** The number under which a decoder says that it is there; jobs have others. */
const STARTED = 0

export type Decoded = { width: number; height: number; bytes: number; type: string }
type Wanted = Omit<DecodeJob, 'no'>

export type Decoder = {
  /** @throws Refusal `image_unreadable`: no sound picture, or its decoder crashed or took longer than its time. */
  decode: (job: Wanted) => Promise<Decoded>
  /** Pictures in a decoder at this moment. */
  running: () => number
  close: () => void
}

type DecoderOptions = {
  /** Pictures at a time. */
  atOnce?: number
  /** A decoder that has not answered by then is killed. */
  patienceMs?: number
  /** Until a new process is there, on a machine that does much else: this is no time of the picture. */
  startMs?: number
  /** Processes that have nothing to do end after this long. */
  idleMs?: number
  /** The program; another one in tests. */
  program?: string
}

const usual = fileURLToPath(new URL('decode-image.ts', import.meta.url))

/** Pictures are decoded in processes of their own, two at a time, others wait their turn. */
export const createDecoder = ({
  atOnce = 2,
  patienceMs = 10_000,
  startMs = 60_000,
  idleMs = 60_000,
  program = usual,
}: DecoderOptions = {}): Decoder => {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  const all = new Set<ChildProcess>()
  let [busy, count, closed] = [0, 0, false]

  const start = (): ChildProcess => {
    // Nothing of the server's environment: no address of a database, no path of a key.
    const child = fork(program, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    child.on('error', () => undefined)
    return child
  }
  const take = (): { child: ChildProcess; isNew: boolean } => {
    const [first] = idle
    if (first === undefined) return { child: start(), isNew: true }
    const [child, timer] = first
    clearTimeout(timer)
    idle.delete(child)
    child.ref()
    return { child, isNew: false }
  }
  const rest = (child: ChildProcess): void => {
    if (closed || !child.connected) {
      child.kill('SIGKILL')
      return
    }
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref())
    child.unref()
    child.channel?.unref()
  }
  const ask = (job: Wanted): Promise<DecodeAnswer | null> =>
    new Promise((resolve) => {
      const { child, isNew } = take()
      child.channel?.ref()
      const no = (count += 1)
      let timer = setTimeout(() => end(null), isNew ? startMs : patienceMs)
      const heard = (answer: DecodeAnswer): void => {
        if (answer.no === no) end(answer)
        if (answer.no !== STARTED) return
        clearTimeout(timer)
        timer = setTimeout(() => end(null), patienceMs)
      }
      const gone = (): void => end(null)
      const end = (answer: DecodeAnswer | null): void => {
        clearTimeout(timer)
        child.off('message', heard)
        child.off('exit', gone)
        if (answer === null) child.kill('SIGKILL')
        else rest(child)
        resolve(answer)
      }
      child.on('message', heard)
      child.once('exit', gone)
      child.send({ ...job, no } satisfies DecodeJob, (error) => {
        if (error) end(null)
      })
    })
  const turn = async (): Promise<void> => {
    if (busy < atOnce) {
      busy += 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return {
    decode: async (job) => {
      await turn()
      try {
        const answer = closed ? null : await ask(job)
        return answer?.ok ? answer : refuse('image_unreadable')
      } finally {
        const next = waiting.shift()
        if (next) next()
        else busy -= 1
      }
    },
    running: () => busy,
    close: () => {
      closed = true
      for (const child of all) child.kill('SIGKILL')
    },
  }
}
