import { setTimeout as pause } from 'node:timers/promises'
import { type MessagePort, Worker } from 'node:worker_threads'
import { Refusal } from './refusal.ts'

/** Of a thread that answers once, and may tell of something before. */
type Message<Answer, Told> = { answer: Answer } | { told: Told }
const OVER = 'over'

type Thread<Told> = {
  name: string
  /** What it is given, as `workerData`. */
  data: object
  memoryMb: number
  /** When it ends the thread is told so, and has `endMs` to come to an end by itself. */
  over: AbortSignal
  endMs: number
  told?: (message: Told) => void
}

/**
 * What the program answers that runs in a thread of its own, as it is seconds of a processor's work (`answering`).
 * @throws Refusal `unavailable` when `over` ended before; what the program throws
 */
export const inThread = async <Answer, Told = never>(
  program: URL,
  { name, data, memoryMb, over, endMs, told }: Thread<Told>,
): Promise<Answer> => {
  if (over.aborted) throw new Refusal('unavailable')
  const worker = new Worker(program, {
    name,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const end = async (): Promise<void> => {
    worker.postMessage(OVER)
    await pause(endMs, undefined, { ref: false })
    await worker.terminate()
  }
  const onOver = (): void => void end()
  over.addEventListener('abort', onOver, { once: true })
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.on('message', (message: Message<Answer, Told>) =>
        'answer' in message ? resolve(message.answer) : told?.(message.told),
      )
      worker.once('error', (error) => reject(over.aborted ? new Refusal('unavailable') : error))
      worker.once('exit', () => reject(new Refusal('unavailable')))
    })
  } finally {
    over.removeEventListener('abort', onOver)
    await worker.terminate()
  }
}

/** In the thread: `work` is done and answered. Its signal ends when nobody wants it any more; `tell` tells before. */
export const answering = async <Answer, Told>(
  port: MessagePort | null,
  work: (over: AbortSignal, tell: (message: Told) => void) => Promise<Answer>,
): Promise<void> => {
  const over = new AbortController()
  port?.once('message', () => over.abort())
  const post = (message: Message<Answer, Told>): void => port?.postMessage(message)
  try {
    post({ answer: await work(over.signal, (told) => post({ told })) })
  } finally {
    port?.close()
  }
}
