import { availableParallelism } from 'node:os'
import type { Algorithm } from '@node-rs/argon2'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'

export type PasswordCost = { memoryKiB: number; passes: number; lanes: number }

/** OWASP Password Storage Cheat Sheet, argon2id: m = 19 MiB, t = 2, p = 1. */
export const productionCost: PasswordCost = { memoryKiB: 19_456, passes: 2, lanes: 1 }

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** `stored` null (no such account) costs the same and is false. */
  verify: (stored: string | null, password: string) => Promise<boolean>
  /** True when the hash was made at another cost than the present one. */
  outdated: (stored: string) => boolean
  /** How many hashes were computed so far; a test counts with it. */
  computed: () => number
}

/** Beyond so many callers waiting, the next is told to come back: each computation takes memory and a core. */
const QUEUE_MAX = 64

const normal = (password: string): string => password.normalize('NFKC')

/** The one place that computes password hashes: argon2id over the NFKC form, nothing cut, as many at once as cores. */
export const createPasswords = (cost: PasswordCost = productionCost): Passwords => {
  const options = {
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
  }
  const marker = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`
  const places = availableParallelism()
  const waiting: (() => void)[] = []
  let running = 0
  let computed = 0
  // Made once and at once, outside the count, so that even the first unknown account costs what all others cost.
  const standIn = hash('nobody has this password', options)

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= places) {
      if (waiting.length >= QUEUE_MAX) throw new Refusal('unavailable', { retryAfterS: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      computed += 1
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    hash: (password) => inTurn(() => hash(normal(password), options)),
    verify: async (stored, password) => {
      const against = stored ?? (await standIn)
      const equal = await inTurn(() => verify(against, normal(password)))
      return equal && stored !== null
    },
    outdated: (stored) => !stored.startsWith(marker),
    computed: () => computed,
  }
}
