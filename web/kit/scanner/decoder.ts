import type { Answer, Ask, CodeRead } from './code-reads.ts'

export type Decoder = {
  /** The codes in a picture, which is given away. Rejects when the decoder cannot be loaded. */
  read: (picture: ImageBitmap) => Promise<CodeRead[]>
  close: () => void
}

/** Starts the worker that reads codes; what it needs (1 MB, once) is loaded with the first picture. */
export const openDecoder = (): Decoder => {
  const worker = new Worker(new URL('decode-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (reads: CodeRead[]) => void; reject: (error: Error) => void }>()
  let count = 0
  let broken: Error | null = null
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.reads) one?.resolve(data.reads)
    else one?.reject(new Error(data.reason ?? 'the decoder failed'))
  })
  worker.addEventListener('error', () => {
    broken = new Error('the decoder could not be loaded')
    for (const one of waiting.values()) one.reject(broken)
    waiting.clear()
  })
  return {
    read: async (picture) => {
      if (broken) throw broken
      count += 1
      const ask: Ask = { id: count, picture }
      return new Promise((resolve, reject) => {
        waiting.set(ask.id, { resolve, reject })
        worker.postMessage(ask, [picture])
      })
    },
    close: () => worker.terminate(),
  }
}
