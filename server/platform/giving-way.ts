/** Work that waits while there is other work, but never for longer than `mostMs` (ms) since it was last done to its end. */
export type GivingWay = {
  waits: () => boolean
  /** It was done to its end. */
  done: () => void
}

export const createGivingWay = (pressed: () => boolean, mostMs: number, clock: () => number): GivingWay => {
  let doneAt = clock()
  return {
    waits: () => pressed() && clock() - doneAt < mostMs,
    done: () => {
      doneAt = clock()
    },
  }
}
