/** Runs one piece of work after the other: requests that want the same find it read. */
export const inTurn = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/**
 * The same for work that always finds the same: whoever asks while it waits for its turn is given what it finds then, which
 * is nothing older than the question. `of`: what is asked with; another one shares nothing.
 */
export const inTurnTogether = <Of, T>(work: (of: Of) => Promise<T>): ((of: Of) => Promise<T>) => {
  const turn = inTurn()
  let waiting: { of: Of; found: Promise<T> } | null = null
  return (of) => {
    if (waiting?.of === of) return waiting.found
    const mine = {
      of,
      found: turn(() => {
        if (waiting === mine) waiting = null
        return work(of)
      }),
    }
    waiting = mine
    return mine.found
  }
}

export const inChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, no) => items.slice(no * size, (no + 1) * size))
