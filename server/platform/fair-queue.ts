import type { ErrorCode } from '#domain/errors.ts'
import { Refusal } from './refusal.ts'

/** Who asks: the account, and the company that shares its turns; who has none shares with nobody. */
export type Asking = { accountId: string; companyId: string | null }

export type FairQueue = {
  /**
   * Does the work when it is their turn; it is told whether their company has had much of late.
   * @throws Refusal of the code `full` when enough waits already, `unavailable` when the caller has left
   */
  take: <T>(who: Asking, gone: AbortSignal, work: (hasHadMuch: boolean) => Promise<T>) => Promise<T>
  working: () => number
  waiting: () => number
}

export type QueueLimits = {
  /** At work at once: in all, of one company at most, and of one account. */
  places?: number
  placesOfCompany?: number
  placesOfAccount?: number
  /** That may wait: of an account, of a company, of all together. */
  lineOfAccount?: number
  lineOfCompany?: number
  line?: number
  /** What is said when enough waits. */
  full?: ErrorCode
  /** Milliseconds from any beginning. */
  clock?: () => number
}

/** Chosen: a page of a record asks for its figures and its table, and whoever looks through periods for the next ones. */
const usual: Required<QueueLimits> = {
  places: 2,
  placesOfCompany: 1,
  placesOfAccount: 1,
  lineOfAccount: 4,
  lineOfCompany: 20,
  line: 60,
  full: 'busy',
  clock: () => performance.now(),
}

const RETRY_S = 5

type Turn = { company: string; accountId: string; beganAt: number; start: () => void }

const isLess = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** How many of each name there are. */
const createCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string, change: 1 | -1): void => {
      const count = (counts.get(name) ?? 0) + change
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}

/** Of so many names it is kept what they had; whoever was forgotten counts as new. */
const NAMES_MAX = 1_000
/** What somebody had counts half after so long, ms; and more than so much of it, ms, is much. Chosen. */
const HALF_MS = 10_000
const MUCH_MS = 5_000

/** What each has had: time at work that fades, and when they were served last, by a number that rises. */
const createHad = (clock: () => number) => {
  const had = new Map<string, { ms: number; at: number; turn: number }>()
  const msOf = (name: string): number => {
    const one = had.get(name)
    return one === undefined ? 0 : one.ms * 0.5 ** ((clock() - one.at) / HALF_MS)
  }
  return {
    msOf,
    turnOf: (name: string): number => had.get(name)?.turn ?? 0,
    note: (name: string, { turn, ms }: { turn?: number; ms?: number }): void => {
      const one = { ms: msOf(name) + (ms ?? 0), at: clock(), turn: turn ?? had.get(name)?.turn ?? 0 }
      had.delete(name)
      had.set(name, one)
      const [oldest] = had.keys()
      if (had.size > NAMES_MAX && oldest !== undefined) had.delete(oldest)
    },
  }
}

/**
 * For work that takes the database and a processor. A few are at work at once, the others wait; the next place is the
 * company's that has had least of late (else was served longest ago), within it the account's, and within that the oldest
 * wish. A company that has had much leaves half of the places, and more where others want some. So many wishes make their
 * own company wait and nobody else. Who leaves while waiting leaves the line.
 */
export const createFairQueue = (given: QueueLimits = {}): FairQueue => {
  const limits = { ...usual, ...given }
  const working = new Set<Turn>()
  const atWork = { companies: createCounts(), accounts: createCounts() }
  let line: Turn[] = []
  const had = { companies: createHad(limits.clock), accounts: createHad(limits.clock) }
  let turns = 0

  const hasHadMuch = (company: string): boolean => had.companies.msOf(company) > MUCH_MS

  /** How many places a company may have now, when so many want some. */
  const partOf = (company: string, wanting: number): number =>
    hasHadMuch(company)
      ? Math.min(limits.placesOfCompany, Math.max(1, Math.floor(limits.places / (2 * wanting))))
      : limits.placesOfCompany

  /** What decides whose turn it is, what counts most first; the least of all is next. */
  const rankOf = ({ company, accountId }: Turn): number[] => [
    had.companies.msOf(company),
    had.companies.turnOf(company),
    had.accounts.msOf(accountId),
    had.accounts.turnOf(accountId),
  ]

  const following = (): Turn | undefined => {
    const wanting = new Set([...working, ...line].map(({ company }) => company)).size
    const parts = new Map(line.map(({ company }) => [company, partOf(company, wanting)]))
    let best: { turn: Turn; rank: number[] } | undefined
    for (const turn of line) {
      if (atWork.companies.of(turn.company) >= (parts.get(turn.company) ?? 0)) continue
      if (atWork.accounts.of(turn.accountId) >= limits.placesOfAccount) continue
      const rank = rankOf(turn)
      if (best === undefined || isLess(rank, best.rank)) best = { turn, rank }
    }
    return best?.turn
  }

  /** Begins one that may; true = it did. */
  const next = (): boolean => {
    const turn = working.size < limits.places ? following() : undefined
    if (turn === undefined) return false
    line = line.filter((other) => other !== turn)
    working.add(turn)
    atWork.companies.add(turn.company, 1)
    atWork.accounts.add(turn.accountId, 1)
    turns += 1
    had.companies.note(turn.company, { turn: turns })
    had.accounts.note(turn.accountId, { turn: turns })
    turn.beganAt = limits.clock()
    turn.start()
    return true
  }

  const end = (turn: Turn): void => {
    working.delete(turn)
    atWork.companies.add(turn.company, -1)
    atWork.accounts.add(turn.accountId, -1)
    const ms = limits.clock() - turn.beganAt
    had.companies.note(turn.company, { ms })
    had.accounts.note(turn.accountId, { ms })
    // Where a company wants nothing any more the parts of the others grow.
    while (next());
  }

  const isFull = (company: string, accountId: string): boolean =>
    line.length >= limits.line ||
    line.filter((turn) => turn.company === company).length >= limits.lineOfCompany ||
    line.filter((turn) => turn.accountId === accountId).length >= limits.lineOfAccount

  const turnOf = ({ accountId, companyId }: Asking, gone: AbortSignal): Promise<Turn> => {
    const company = companyId ?? accountId
    if (gone.aborted) return Promise.reject(new Refusal('unavailable'))
    if (isFull(company, accountId)) return Promise.reject(new Refusal(limits.full, { retryAfterS: RETRY_S }))
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line = line.filter((other) => other !== turn)
        reject(new Refusal('unavailable'))
      }
      const turn: Turn = {
        company,
        accountId,
        beganAt: 0,
        start: () => {
          gone.removeEventListener('abort', leave)
          resolve(turn)
        },
      }
      gone.addEventListener('abort', leave, { once: true })
      line.push(turn)
      next()
    })
  }

  return {
    take: async (who, gone, work) => {
      const turn = await turnOf(who, gone)
      try {
        if (gone.aborted) throw new Refusal('unavailable')
        return await work(hasHadMuch(turn.company))
      } finally {
        end(turn)
      }
    },
    working: () => working.size,
    waiting: () => line.length,
  }
}
