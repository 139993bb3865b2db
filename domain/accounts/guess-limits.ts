/** How guesses are slowed down. Delays double from the first counted failure up to the longest one. */
export type GuessPolicy = {
  /** Failures without any delay. */
  free: number
  firstDelayMs: number
  longestDelayMs: number
  /** From this many failures on nothing is tried any more until the counter is cleared; null = never. */
  stopAt: number | null
  /** A counter that rested this long starts anew; null = only success or an administrator clears it. */
  forgetAfterMs: number | null
}

const second = 1000
const hour = 3600 * second

/**
 * `account`: NIST SP 800-63B 3.2.2 allows at most 100 consecutive failures on one account, from wherever they come.
 * `address`: one address may serve many people, so it is slowed later, never stopped, and forgotten after a day.
 * `proof`: a password asked for inside a live session; counted apart, so that strangers cannot lock the owner out.
 * `device`: a browser in which this person has signed in before, whatever strangers do elsewhere; after few failures it
 * is one like any other. With `account` it stays within the 100.
 * `code`: set-up and claim codes, which are long and random.
 */
export const guessPolicies = {
  account: { free: 5, firstDelayMs: second, longestDelayMs: hour, stopAt: 90, forgetAfterMs: null },
  address: {
    free: 20,
    firstDelayMs: second,
    longestDelayMs: hour / 4,
    stopAt: null,
    forgetAfterMs: 24 * hour,
  },
  proof: { free: 5, firstDelayMs: second, longestDelayMs: hour, stopAt: 90, forgetAfterMs: null },
  device: { free: 5, firstDelayMs: second, longestDelayMs: hour, stopAt: 10, forgetAfterMs: 24 * hour },
  code: {
    free: 10,
    firstDelayMs: second,
    longestDelayMs: 60 * second,
    stopAt: null,
    forgetAfterMs: 24 * hour,
  },
} as const satisfies Record<string, GuessPolicy>

export type GuessKind = keyof typeof guessPolicies

/** Milliseconds to wait after so many failures; Infinity once the hard stop is reached. */
export const delayAfter = (policy: GuessPolicy, failures: number): number => {
  if (policy.stopAt !== null && failures >= policy.stopAt) return Infinity
  const beyond = failures - policy.free
  if (beyond < 0) return 0
  return Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** Math.min(beyond, 30))
}

/**
 * What an account and an address may try within an hour, in numbers of serials. It flows back evenly.
 * `taken`: serials that belong to somebody else; whoever types a label wrong meets a few of them.
 * `unknown`: serials asked about that nobody has added; a large site is asked about once before it is added.
 * An address may serve a company.
 */
export const hourlyLimits = {
  taken: { account: 60, address: 240 },
  unknown: { account: 10_000, address: 40_000 },
} as const

export type HourlyKind = keyof typeof hourlyLimits

/**
 * Of all callers together within an hour. `pairing`: codes of 40 bits that live a quarter of an hour; with a thousand
 * guesses an hour one of fifty waiting codes is found once in twenty million hours. No source: chosen.
 */
export const sharedLimits = { pairing: 1_000 } as const
export type SharedKind = keyof typeof sharedLimits

/** A level that flows out evenly within an hour: how much of it is left, and since when. */
export type Level = { level: number; at: number }

/** What is left of a level at `now`, in whole numbers; the instant keeps what is begun. */
export const flownBack = ({ level, at }: Level, perHour: number, now: number): Level => {
  const each = hour / perHour
  const gone = Math.floor(Math.max(0, now - at) / each)
  return gone >= level ? { level: 0, at: now } : { level: level - gone, at: at + gone * each }
}

/** Milliseconds until a full level has room for `more`; what is more than an hour's whole waits for an empty one. */
export const roomAfter = (more: number, perHour: number): number => Math.min(more, perHour) * (hour / perHour)
