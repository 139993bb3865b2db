import type { Answer } from '../../app/data/call-types.ts'

export type Entry = Answer<'GET /api/audit'>['entries'][number]
/** An entry, and how often in a row it was made. */
export type Told = { entry: Entry; times: number }

/** What follows its like by less than this is told once, ms. */
const togetherMs = 60_000

const looksOf = (entry: Entry): string => JSON.stringify({ ...entry, at: 0 })

/** Equal entries that follow each other at once stand once, with how many there were: the newest of them. */
export const told = (entries: readonly Entry[]): Told[] => {
  const lines: (Told & { oldest: Entry })[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last && last.oldest.at - entry.at < togetherMs && looksOf(last.entry) === looksOf(entry)) {
      last.times += 1
      last.oldest = entry
    } else lines.push({ entry, times: 1, oldest: entry })
  }
  return lines
}
