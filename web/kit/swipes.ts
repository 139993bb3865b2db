const leastPx = 64
const mostMs = 600
/** The browser's own way back begins here. */
const edgePx = 28

/** What a finger moves sideways itself: a chart, a row or table that scrolls, a map, a field. */
const movesSideways = (target: EventTarget | null, within: HTMLElement): boolean => {
  for (let at = target instanceof Element ? target : null; at && at !== within; at = at.parentElement) {
    if (at.matches('[data-no-pull], [role=slider], input, textarea, select, dialog')) return true
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== 'visible') return true
  }
  return false
}

/** Tells quick strokes of one finger: 1 to the left (what comes next), -1 to the right. Returns how to stop. */
export const swipes = (element: HTMLElement, onSwipe: (by: 1 | -1) => void): (() => void) => {
  let from: { x: number; y: number; at: number } | null = null
  const start = (event: TouchEvent): void => {
    const [finger] = event.touches
    const inner = finger && finger.clientX > edgePx && finger.clientX < innerWidth - edgePx
    from =
      inner && event.touches.length === 1 && !movesSideways(event.target, element)
        ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp }
        : null
  }
  const end = (event: TouchEvent): void => {
    const [finger] = event.changedTouches
    if (from === null || !finger) return
    const [x, y] = [finger.clientX - from.x, finger.clientY - from.y]
    const quick = event.timeStamp - from.at < mostMs
    from = null
    if (quick && Math.abs(x) >= leastPx && Math.abs(x) > 2.5 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
  }
  const cancel = (): void => {
    from = null
  }
  element.addEventListener('touchstart', start, { passive: true })
  element.addEventListener('touchend', end, { passive: true })
  element.addEventListener('touchcancel', cancel, { passive: true })
  return () => {
    element.removeEventListener('touchstart', start)
    element.removeEventListener('touchend', end)
    element.removeEventListener('touchcancel', cancel)
  }
}
