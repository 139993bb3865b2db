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
  /** At work at once beside these, of companies that have had much of late; 0: it matters to nobody how much they had. */
  placesApart?: number
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
  placesApart: 0,
  placesOfCompany: 1,
  placesOfAccount: 1,
  lineOfAccount: 4,
  lineOfCompany: 20,
  line: 60,
  full: 'busy',
  clock: () => performance.now(),
}

const RETRY_S = 5

type Turn = { company: string; accountId: string; isApart: boolean; beganAt: number; start: () => void }

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
/** What somebody had counts half after so long, ms. Chosen. */
const HALF_MS = 10_000
/** More than so much of it for each place, ms, is much. Chosen. */
const MUCH_MS = 1_250
/** Less than this part of what another one has had who wants something now is not much beside it. Chosen. */
const FAR_LESS = 2 / 3
/** No rest is longer, ms. */
const REST_MAX_MS = 1_000
/** Whoever was served less than so long ago, ms, may be about to ask for what comes next on their page. Chosen. */
const NEXT_MS = 50
/** Whoever was served less than so long ago, ms, counts as wanting something where places are shared out. Chosen. */
const ABOUT_MS = 2_000

type Had = { ms: number; at: number; turn: number; tookMs: number; endedAt: number }

/** What each has had: time at work that fades, when they were served last, by a number that rises, and how long that took. */
const createHad = (clock: () => number) => {
  const had = new Map<string, Had>()
  const msOf = (name: string): number => {
    const one = had.get(name)
    return one === undefined ? 0 : one.ms * 0.5 ** ((clock() - one.at) / HALF_MS)
  }
  const keep = (name: string, change: Partial<Had>): void => {
    const one = { turn: 0, tookMs: 0, endedAt: 0, ...had.get(name), ms: msOf(name), at: clock(), ...change }
    had.delete(name)
    had.set(name, one)
    const [oldest] = had.keys()
    if (had.size > NAMES_MAX && oldest !== undefined) had.delete(oldest)
  }
  return {
    msOf,
    turnOf: (name: string): number => had.get(name)?.turn ?? 0,
    /** Until when it leaves others alone after its last work, of which `much` is much: the longer, the more it has had. */
    restsUntil: (name: string, much: number): number => {
      const { tookMs = 0, endedAt = 0 } = had.get(name) ?? {}
      return endedAt + Math.min(REST_MAX_MS, tookMs * (msOf(name) / much - 1))
    },
    begun: (name: string, turn: number): void => keep(name, { turn }),
    ended: (name: string, tookMs: number): void =>
      keep(name, { ms: msOf(name) + tookMs, tookMs, endedAt: clock() }),
  }
}

/**
 * For work that takes the database and a processor. A few are at work at once, the others wait; the next place is the
 * company's that has had least of late (else was served longest ago), within it the account's, and within that the oldest
 * wish. Companies that have had much have places of their own, so nobody waits for what they began; while somebody else wants
 * something each rests between two turns, and has fewer of them until a while later. So many wishes make their own company
 * wait and nobody else. Who leaves while waiting leaves the line.
 */
export const createFairQueue = (given: QueueLimits = {}): FairQueue => {
  const limits = { ...usual, ...given }
  const muchMs = MUCH_MS * limits.places
  const working = new Set<Turn>()
  const atWork = { companies: createCounts(), accounts: createCounts(), apart: 0 }
  let line: Turn[] = []
  const had = { companies: createHad(limits.clock), accounts: createHad(limits.clock) }
  let turns = 0
  /** Who was served last among others, and when that came to its end. */
  let served = { company: '', at: -Infinity }
  let waking: ReturnType<typeof setTimeout> | null = null

  /** Of those that want something or are at work, who have had much. */
  const whoHadMuch = (wanting: ReadonlySet<string>): ReadonlySet<string> => {
    if (limits.placesApart === 0) return new Set()
    const all = [...wanting].map((company) => ({ company, ms: had.companies.msOf(company) }))
    const most = Math.max(...all.map(({ ms }) => ms))
    return new Set(all.filter(({ ms }) => ms > muchMs && ms >= most * FAR_LESS).map(({ company }) => company))
  }

  /** What decides whose turn it is, what counts most first; the least of all is next. */
  const rankOf = ({ company, accountId }: Turn): number[] => [
    had.companies.msOf(company),
    had.companies.turnOf(company),
    had.accounts.msOf(accountId),
    had.accounts.turnOf(accountId),
  ]

  /** Who leaves others alone, and until when. Where all have had much nobody is served sooner for it. */
  const restsOf = (much: ReadonlySet<string>, wanting: ReadonlySet<string>): ReadonlyMap<string, number> => {
    const wanted = much.size < wanting.size ? Infinity : much.has(served.company) ? 0 : served.at + NEXT_MS
    return new Map(
      [...much]
        .map((company) => [company, Math.min(wanted, had.companies.restsUntil(company, muchMs))] as const)
        .filter(([, until]) => until > limits.clock()),
    )
  }

  /** Looks again when the first of these has rested. */
  const wakeAt = (ends: readonly number[]): void => {
    if (waking !== null) clearTimeout(waking)
    waking = null
    if (ends.length > 0) waking = setTimeout(fill, Math.ceil(Math.min(...ends) - limits.clock())).unref()
  }

  /** Who is next, and whether apart. */
  const following = (): { turn: Turn; isApart: boolean } | undefined => {
    const isFree = {
      apart: atWork.apart < limits.placesApart,
      usual: working.size - atWork.apart < limits.places,
    }
    if (line.length === 0 || !(isFree.apart || isFree.usual)) return undefined
    const inLine = new Set(line.map(({ company }) => company))
    const wanting = new Set([...working].map(({ company }) => company)).union(inLine)
    const much = whoHadMuch(wanting)
    const rests = restsOf(much, wanting)
    wakeAt([...inLine].flatMap((company) => rests.get(company) ?? []))
    const isAbout = !wanting.has(served.company) && limits.clock() < served.at + ABOUT_MS
    const sharing = wanting.size + (isAbout ? 1 : 0)
    const partOf = (company: string): number => {
      if (rests.has(company)) return 0
      if (!much.has(company)) return limits.placesOfCompany
      return Math.min(limits.placesOfCompany, Math.max(1, Math.floor(limits.placesApart / sharing)))
    }
    const parts = new Map([...inLine].map((company) => [company, partOf(company)]))
    let best: { turn: Turn; rank: number[] } | undefined
    for (const turn of line) {
      if (!(much.has(turn.company) ? isFree.apart : isFree.usual)) continue
      if (atWork.companies.of(turn.company) >= (parts.get(turn.company) ?? 0)) continue
      if (atWork.accounts.of(turn.accountId) >= limits.placesOfAccount) continue
      const rank = rankOf(turn)
      if (best === undefined || isLess(rank, best.rank)) best = { turn, rank }
    }
    return best && { turn: best.turn, isApart: much.has(best.turn.company) }
  }

  /** Begins one that may; true = it did. */
  const next = (): boolean => {
    const found = following()
    if (found === undefined) return false
    const { turn, isApart } = found
    line = line.filter((other) => other !== turn)
    working.add(turn)
    atWork.companies.add(turn.company, 1)
    atWork.accounts.add(turn.accountId, 1)
    if (isApart) atWork.apart += 1
    turns += 1
    had.companies.begun(turn.company, turns)
    had.accounts.begun(turn.accountId, turns)
    Object.assign(turn, { isApart, beganAt: limits.clock() })
    turn.start()
    return true
  }

  const fill = (): void => {
    while (next());
  }

  const end = (turn: Turn): void => {
    working.delete(turn)
    atWork.companies.add(turn.company, -1)
    atWork.accounts.add(turn.accountId, -1)
    if (turn.isApart) atWork.apart -= 1
    else served = { company: turn.company, at: limits.clock() }
    const ms = limits.clock() - turn.beganAt
    had.companies.ended(turn.company, ms)
    had.accounts.ended(turn.accountId, ms)
    // Where a company wants nothing any more the parts of the others grow.
    fill()
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
        fill()
      }
      const turn: Turn = {
        company,
        accountId,
        isApart: false,
        beganAt: 0,
        start: () => {
          gone.removeEventListener('abort', leave)
          resolve(turn)
        },
      }
      gone.addEventListener('abort', leave, { once: true })
      line.push(turn)
      fill()
    })
  }

  return {
    take: async (who, gone, work) => {
      const turn = await turnOf(who, gone)
      try {
        if (gone.aborted) throw new Refusal('unavailable')
        return await work(turn.isApart)
      } finally {
        end(turn)
      }
    },
    working: () => working.size,
    waiting: () => line.length,
  }
}
