/** How one page takes the place of another. */
export type Move = 'push' | 'back' | 'tab'

const LASTS_MS = 180
/** A page that is not there by then does not come from anywhere. */
const PATIENCE_MS = 2_000

const faint = { opacity: 0.3 }
const comesFrom: Record<Move, Keyframe> = {
  push: { ...faint, transform: 'translateX(28px)' },
  back: { ...faint, transform: 'translateX(-18px)' },
  tab: faint,
}

let move: Move | null = null
let isStill = false
let begunAt = 0
let shownAt: number | null = null

const isOver = (): boolean => shownAt === null && performance.now() - begunAt > PATIENCE_MS

/**
 * How a page comes: its bar stands with the first frame after a press, its content follows with the next and moves in.
 * Nothing is kept of the page before: the browser would have to take a picture of it first.
 */
export const arrival = {
  /** From now on the next page that is shown arrives so; null: at once, as it is. `still`: without a movement. */
  begin: (next: Move | null, still: boolean): void => {
    move = next
    isStill = still
    begunAt = performance.now()
    shownAt = null
  },
  /** Whether a page that is pushed now leaves its first frame to its bar. One that is gone back to stands where it was left. */
  barFirst: (): boolean =>
    move !== null && move !== 'back' && shownAt === null && !isOver() && !document.hidden,
  /** A page's content has come. What takes the place of a skeleton goes on where that one was. */
  show: (content: Element | null): void => {
    if (content === null || move === null || isOver()) return
    shownAt ??= performance.now()
    const past = performance.now() - shownAt
    if (isStill || past >= LASTS_MS) return
    content.animate([comesFrom[move], {}], { duration: LASTS_MS, easing: 'ease-out' }).currentTime = past
  },
}
