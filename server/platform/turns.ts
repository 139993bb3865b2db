import { Refusal } from './refusal.ts'

type Waiting = { accountId: string; start: () => void }

export type Turns = {
  /**
   * Does the work when it is the account's turn.
   * @throws Refusal `too_many` when enough of the account's waits already, `unavailable` when others' does or the caller has left
   */
  take: <T>(accountId: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>
  working: () => number
  waiting: () => number
}

const RETRY_S = 5

/**
 * For work that takes the database and a processor for seconds: `atOnce` at a time, of each account one, the others in
 * a line, so that one person's many wishes make nobody else wait. Who leaves while waiting leaves the line.
 */
export const createTurns = ({
  atOnce = 2,
  lineOfAccount = 1,
  line: lineMost = 10,
}: {
  atOnce?: number
  /** That may wait, beyond the one at work. */
  lineOfAccount?: number
  /** That may wait of all accounts together. */
  line?: number
} = {}): Turns => {
  const working = new Set<string>()
  let line: Waiting[] = []

  const next = (): void => {
    const one = working.size < atOnce ? line.find(({ accountId }) => !working.has(accountId)) : undefined
    if (one === undefined) return
    line = line.filter((other) => other !== one)
    working.add(one.accountId)
    one.start()
  }

  const turnOf = (accountId: string, gone: AbortSignal): Promise<void> => {
    if (gone.aborted) return Promise.reject(new Refusal('unavailable'))
    const mine = line.filter((one) => one.accountId === accountId)
    if (mine.length >= lineOfAccount) throw new Refusal('too_many', { retryAfterS: RETRY_S })
    if (line.length >= lineMost) throw new Refusal('unavailable', { retryAfterS: RETRY_S })
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line = line.filter((other) => other !== one)
        reject(new Refusal('unavailable'))
      }
      const one: Waiting = {
        accountId,
        start: () => {
          gone.removeEventListener('abort', leave)
          resolve()
        },
      }
      gone.addEventListener('abort', leave, { once: true })
      line.push(one)
      next()
    })
  }

  return {
    take: async (accountId, gone, work) => {
      await turnOf(accountId, gone)
      try {
        if (gone.aborted) throw new Refusal('unavailable')
        return await work()
      } finally {
        working.delete(accountId)
        next()
      }
    },
    working: () => working.size,
    waiting: () => line.length,
  }
}
