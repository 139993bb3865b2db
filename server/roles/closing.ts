import type { Logger } from 'pino'

/** What was opened, closed in the opposite order. */
export type Closing = {
  add: (close: () => Promise<unknown> | unknown) => void
  all: () => Promise<void>
}

export const createClosing = (log: Pick<Logger, 'error'>): Closing => {
  const closers: (() => Promise<unknown> | unknown)[] = []
  return {
    add: (close) => void closers.push(close),
    all: async () => {
      for (const close of closers.splice(0).toReversed()) {
        try {
          await close()
        } catch (error) {
          log.error({ err: error }, 'while closing')
        }
      }
    },
  }
}

/** Does `work` again and again, and once more at the end; what fails is logged as `failed` and tried at the next turn. */
export const repeatedly = (
  work: () => Promise<unknown>,
  everyMs: number,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const once = async (): Promise<void> => {
    await work().catch(failed)
  }
  const timer = setInterval(() => void once(), everyMs)
  return async () => {
    clearInterval(timer)
    await once()
  }
}
