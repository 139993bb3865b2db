/**
 * So soon after the last mark of a station another is quick, and so many quick ones in a row say that it is heard without
 * a pause: figures that are kept of it would hold for less than it takes to compute them. No source: chosen.
 */
const QUICK_MS = 2_000
const QUICK_MARKS = 30
/** A mark that is held stands in for those of so long, and is held for as many times as long: no commit takes longer. */
const STANDS_FOR_MS = 30_000
export const HELD_MS = 4 * STANDS_FOR_MS
/** Stations remembered: about 10 MB. */
const MOST = 50_000

type Marked = {
  at: number
  /** Quick marks in a row. */
  quick: number
  /** When the mark was written that is held; null = none is. */
  heldAt: number | null
}

/** Marks that a batch has to write. */
export type MarksToWrite = { plain: string[]; held: string[] }

/**
 * When this server has marked which stations, ms of a clock that only goes forward. What is noted was committed; whoever
 * cannot say so forgets all of it, and marks again.
 */
export class MarkMemory {
  readonly #marked = new Map<string, Marked>()

  /** Which of these stations, whose readings are about to be committed, need a mark of their own. */
  needed(ids: Iterable<string>, now: number): MarksToWrite {
    const found: MarksToWrite = { plain: [], held: [] }
    for (const id of ids) {
      const known = this.#marked.get(id)
      const isQuick = known !== undefined && now - known.at < QUICK_MS
      if (known?.heldAt !== undefined && known.heldAt !== null && now - known.heldAt < STANDS_FOR_MS) continue
      if (isQuick && known.quick + 1 >= QUICK_MARKS) found.held.push(id)
      else found.plain.push(id)
    }
    return found
  }

  /** These stations were marked at `now`, and it is committed. */
  note(ids: Iterable<string>, held: readonly string[], now: number): void {
    if (this.#marked.size > MOST) this.#marked.clear()
    const heldNow = new Set(held)
    for (const id of ids) {
      const known = this.#marked.get(id)
      const quick = known !== undefined && now - known.at < QUICK_MS ? known.quick + 1 : 0
      const heldAt = heldNow.has(id) ? now : (known?.heldAt ?? null)
      this.#marked.set(id, { at: now, quick, heldAt })
    }
  }

  forget(): void {
    this.#marked.clear()
  }
}
