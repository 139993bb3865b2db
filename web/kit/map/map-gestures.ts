import type { Point } from '#domain/mercator.ts'

type Hands = {
  pan: (dx: number, dy: number) => void
  /** `steps` of zoom about a point of the element; 1 doubles. */
  zoom: (at: Point, steps: number) => void
  /** A tap that was no drag and met nothing that stands on the map. */
  tap: (at: Point) => void
  /** A double tap or click: one step nearer, in its own time. */
  closer: (at: Point) => void
}

/** A finger that moved less has tapped, px. */
const still = 8
const doubleMs = 300

const onMap = (event: Event): boolean =>
  !(event.target instanceof Element && event.target.closest('button, a, [data-over-map]'))

/** Drag, pinch, wheel, tap and double tap on an element by pointer events. Gives how to take it off. */
export const mapGestures = (element: HTMLElement, hands: Hands): (() => void) => {
  const down = new Map<number, Point>()
  let moved = 0
  let lastTap = { at: -doubleMs, x: 0, y: 0 }
  const pointOf = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const middle = (): Point & { spread: number } => {
    const [one, two] = [...down.values()]
    if (!one || !two) return { x: one?.x ?? 0, y: one?.y ?? 0, spread: 0 }
    return {
      x: (one.x + two.x) / 2,
      y: (one.y + two.y) / 2,
      spread: Math.max(20, Math.hypot(one.x - two.x, one.y - two.y)),
    }
  }

  const press = (event: PointerEvent): void => {
    // On a mark a finger may begin to drag the map; a panel over the map keeps its own.
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('[data-over-map]')))
      return
    down.set(event.pointerId, pointOf(event))
    if (down.size === 1) moved = 0
    else moved = still
  }
  const move = (event: PointerEvent): void => {
    const before = down.get(event.pointerId)
    if (!before) return
    const at = pointOf(event)
    const from = middle()
    moved += Math.hypot(at.x - before.x, at.y - before.y)
    down.set(event.pointerId, at)
    if (moved < still) return
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
    const to = middle()
    hands.pan(to.x - from.x, to.y - from.y)
    if (down.size > 1 && from.spread > 0) hands.zoom(to, Math.log2(to.spread / from.spread))
  }
  const lift = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId) || event.type === 'pointercancel') return
    if (moved >= still || down.size > 0 || !onMap(event)) return
    const at = pointOf(event)
    const again =
      event.timeStamp - lastTap.at < doubleMs && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 3 * still
    lastTap = { at: again ? -doubleMs : event.timeStamp, ...at }
    if (again) hands.closer(at)
    else hands.tap(at)
  }
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1
    hands.zoom(pointOf(event), (-event.deltaY * lines) / (event.ctrlKey ? 100 : 260))
  }
  /** What was dragged was not pressed. */
  const click = (event: MouseEvent): void => {
    if (moved < still) return
    event.preventDefault()
    event.stopPropagation()
    moved = 0
  }
  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', lift)
  element.addEventListener('pointercancel', lift)
  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('click', click, true)
  return () => {
    element.removeEventListener('pointerdown', press)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', lift)
    element.removeEventListener('pointercancel', lift)
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('click', click, true)
  }
}
