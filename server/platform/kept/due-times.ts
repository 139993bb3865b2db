/** Due together, ms. */
const BUCKET_MS = 1_000

/** When each of many things is due: which of them are is found without a look at the others. */
export type DueTimes = {
  /** In the place of what was said of it before; Infinity: never. Epoch ms. */
  set: (place: number, at: number) => void
  /** Those due by `now`, which is not before that of the last call; none of them is due again until it is set. */
  take: (now: number) => number[]
}

export const createDueTimes = (): DueTimes => {
  const buckets = new Map<number, number[]>()
  const times: number[] = []
  /** In which bucket each is told. */
  const told: number[] = []
  let first = Number.NEGATIVE_INFINITY

  const bucketOf = (at: number): number => Math.max(first, Math.floor(at / BUCKET_MS))

  return {
    set: (place, at) => {
      times[place] = at
      if (at === Infinity) return
      const bucket = bucketOf(at)
      if (told[place] === bucket) return
      told[place] = bucket
      const own = buckets.get(bucket)
      if (own === undefined) buckets.set(bucket, [place])
      else own.push(place)
    },
    take: (now) => {
      const last = Math.floor(now / BUCKET_MS)
      const due: number[] = []
      for (const bucket of [...buckets.keys()].filter((one) => one <= last)) {
        const later: number[] = []
        for (const place of buckets.get(bucket) ?? []) {
          // It was set to another time since.
          if (told[place] !== bucket) continue
          const at = times[place] ?? Infinity
          if (at <= now) {
            due.push(place)
            times[place] = Infinity
            told[place] = Number.NaN
          } else if (bucketOf(at) === bucket) later.push(place)
          else told[place] = Number.NaN
        }
        if (later.length > 0) buckets.set(bucket, later)
        else buckets.delete(bucket)
      }
      first = Math.max(first, last)
      return due
    },
  }
}
