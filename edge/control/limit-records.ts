import * as z from 'zod/mini'
import { limitEnders } from '#contract/mqtt/command.ts'
import type { Facts } from '../store/facts.ts'

export type LimitEnder = (typeof limitEnders)[number]

const LIMITS = 'limits'
const ENDS = 'limits-ended'
/** No source: chosen, more than devices of an edge. */
const ENDS_KEPT = 200

const keptLimit = z.object({
  sn: z.string(),
  /** The command that gave it. */
  id: z.string(),
  pct: z.nullable(z.number()),
  w: z.nullable(z.number()),
  /** How long it was given for, seconds, and until when by the wall clock, epoch ms. */
  seconds: z.number(),
  endsAt: z.number(),
  /** The device has taken it, as far as it let itself be asked; what it may take later has to end, too. */
  held: z._default(z.boolean(), true),
})
export type KeptLimit = z.infer<typeof keptLimit>

export const readLimits = (facts: Facts): readonly KeptLimit[] => {
  const parsed = z.safeParse(z.array(keptLimit), facts.read(LIMITS))
  return parsed.success ? parsed.data : []
}

/** @throws Error when the disk cannot be written */
export const writeLimits = (facts: Facts, limits: Iterable<KeptLimit>): void =>
  facts.write(
    LIMITS,
    Array.from(limits, ({ sn, id, pct, w, seconds, endsAt, held }) => {
      const kept: KeptLimit = { sn, id, pct, w, seconds, endsAt, held }
      return kept
    }),
  )

const lastEnd = z.object({ sn: z.string(), id: z.string(), by: z.enum(limitEnders), at: z.number() })
type LastEnd = z.infer<typeof lastEnd>

/** How the last limit of each device ended: a word that was lost is said again when it is asked for. */
export const openLastEnds = (facts: Facts, log: (line: string) => void) => {
  const parsed = z.safeParse(z.array(lastEnd), facts.read(ENDS))
  let ends: readonly LastEnd[] = parsed.success ? parsed.data : []
  return {
    of: (sn: string): LastEnd | undefined => ends.find((one) => one.sn === sn),
    note(end: LastEnd): void {
      ends = [...ends.filter(({ sn }) => sn !== end.sn).slice(1 - ENDS_KEPT), end]
      try {
        facts.write(ENDS, ends)
      } catch (error) {
        log(`the end of a limit could not be kept: ${String(error)}`)
      }
    },
  }
}
