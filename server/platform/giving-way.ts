/** Work that waits while there is other work, but never for longer than `mostMs` (ms) since it was last done to its end. */
export type GivingWay = {
  waits: () => boolean
  /** It was done to its end, in so many ms. */
  done: (tookMs?: number) => void
}

/** A turn that takes long waits so many times as long for the next: then a few hundredths of the time are its. */
const REST = 30

/** `longestMs`: how long work waits at the most that takes more than a thirtieth of `mostMs`. */
export const createGivingWay = (
  pressed: () => boolean,
  mostMs: number,
  clock: () => number,
  longestMs = mostMs,
): GivingWay => {
  let doneAt = clock()
  let rests = mostMs
  return {
    waits: () => pressed() && clock() - doneAt < rests,
    done: (tookMs = 0) => {
      doneAt = clock()
      rests = Math.min(longestMs, Math.max(mostMs, tookMs * REST))
    },
  }
}
