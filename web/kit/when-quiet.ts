const FIRST_MS = 1_000
/** Whoever scrolled, pressed or typed within this time is still at it. */
const STILL_MS = 400
/** So long may wait for a finger what is no part of a page: nobody scrolls for it, and to begin it takes some frames. */
export const ASIDE_MS = 12_000

let touchedAt = -Infinity
// Where there is no page, as in tests of what only imports this, nobody touches one.
for (const kind of ['scroll', 'pointerdown', 'keydown'])
  globalThis.addEventListener?.(kind, () => (touchedAt = performance.now()), { capture: true, passive: true })

/**
 * Runs work once the page has drawn its first figures, the phone has nothing better to do and nobody has a finger on it.
 * @param patienceMs for so long it waits for a finger; then it is done beside it.
 */
export const whenQuiet = (work: () => void, patienceMs = 3_000): void => {
  const begun = performance.now()
  const look = (): void => {
    const now = performance.now()
    if (now - touchedAt < STILL_MS && now - begun < FIRST_MS + patienceMs) setTimeout(idle, STILL_MS)
    else work()
  }
  const idle = (): void => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(look, { timeout: 3_000 })
    else setTimeout(look, 200)
  }
  setTimeout(idle, FIRST_MS)
}
