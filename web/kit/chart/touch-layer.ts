/** A point of the element itself, whatever its ancestors' CSS transforms: right under `rotate(90deg)` too. */
export const pointIn = (
  element: HTMLElement | SVGElement,
  clientX: number,
  clientY: number,
): { x: number; y: number } => {
  let matrix = new DOMMatrix()
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { transform, rotate, scale } = getComputedStyle(at)
    let own = new DOMMatrix()
    if (rotate && rotate !== 'none') own = own.multiply(new DOMMatrix(`rotate(${rotate})`))
    if (scale && scale !== 'none') own = own.multiply(new DOMMatrix(`scale(${scale.replaceAll(' ', ',')})`))
    if (transform !== 'none') own = own.multiply(new DOMMatrix(transform))
    matrix = own.multiply(matrix)
  }
  // A linear map keeps the middle of a box in the middle, so the shifts need not be known.
  const linear = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]).inverse()
  const box = element.getBoundingClientRect()
  const local = linear.transformPoint(
    new DOMPoint(clientX - box.left - box.width / 2, clientY - box.top - box.height / 2),
  )
  return { x: local.x + element.clientWidth / 2, y: local.y + element.clientHeight / 2 }
}

type Hands = {
  /** One finger or the mouse: show what is at x; null when it has left. */
  point: (x: number | null) => void
  /** Zoom by `factor` about `x`, and move by `shift` pixels. */
  zoom: (x: number, factor: number, shift: number) => void
  reset: () => void
  zoomed: () => boolean
  /** A mouse marks a stretch between two x to zoom into; null when it has let go. */
  mark: (stretch: { from: number; to: number } | null) => void
  /** Shows what lies between two x over the whole width. */
  zoomTo: (from: number, to: number) => void
}

/** Less is a click with an unsteady hand. */
const leastMarkPx = 8

/**
 * Pinch, drag and crosshair by pointer events over a drawing; a mouse that is dragged marks what is zoomed into. `element` stays while the drawing in it is made anew, so
 * that a finger is followed over that; `over` is the drawing now. Returns how to take it off.
 */
export const touchLayer = (
  element: HTMLElement,
  over: () => HTMLElement | undefined,
  hands: Hands,
): (() => void) => {
  const down = new Map<number, { x: number; y: number }>()
  let lastTap = { at: 0, x: 0 }
  let marking: { from: number; to: number } | null = null
  const middle = (): { x: number; spread: number } => {
    const [one, two] = [...down.values()]
    if (!one || !two) return { x: one?.x ?? 0, spread: 1 }
    return { x: (one.x + two.x) / 2, spread: Math.max(24, Math.abs(one.x - two.x)) }
  }
  const placeOf = (event: PointerEvent | WheelEvent): { x: number; y: number } =>
    pointIn(over() ?? element, event.clientX, event.clientY)
  const isOver = (event: Event): boolean =>
    event.target instanceof Node && over()?.contains(event.target) === true
  const press = (event: PointerEvent): void => {
    if (!isOver(event) || event.button > 0) return
    const at = placeOf(event)
    down.set(event.pointerId, at)
    element.setPointerCapture(event.pointerId)
    marking = event.pointerType === 'mouse' ? { from: at.x, to: at.x } : null
    if (down.size > 1) hands.point(null)
    else {
      if (event.timeStamp - lastTap.at < 300 && Math.abs(at.x - lastTap.x) < 24) hands.reset()
      lastTap = { at: event.timeStamp, x: at.x }
      hands.point(at.x)
    }
  }
  const move = (event: PointerEvent): void => {
    const at = placeOf(event)
    if (!down.has(event.pointerId)) {
      if (event.pointerType === 'mouse') hands.point(isOver(event) ? at.x : null)
      return
    }
    if (marking) {
      marking.to = Math.min(Math.max(0, at.x), over()?.clientWidth ?? at.x)
      if (Math.abs(marking.to - marking.from) >= leastMarkPx) hands.mark(marking)
      hands.point(marking.to)
      return
    }
    const before = middle()
    down.set(event.pointerId, at)
    const after = middle()
    if (down.size > 1) hands.zoom(after.x, after.spread / before.spread, after.x - before.x)
    else if (hands.zoomed()) {
      hands.zoom(after.x, 1, after.x - before.x)
      hands.point(after.x)
    } else hands.point(after.x)
  }
  const lift = (event: PointerEvent): void => {
    down.delete(event.pointerId)
    if (!marking) return
    const [from, to] = [Math.min(marking.from, marking.to), Math.max(marking.from, marking.to)]
    marking = null
    hands.mark(null)
    if (event.type === 'pointerup' && to - from >= leastMarkPx) hands.zoomTo(from, to)
  }
  const leave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') hands.point(null)
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey || !isOver(event)) return
    event.preventDefault()
    hands.zoom(placeOf(event).x, Math.exp(-event.deltaY / 200), 0)
  }
  const elsewhere = (event: PointerEvent): void => {
    if (!isOver(event)) hands.point(null)
  }
  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', lift)
  element.addEventListener('pointercancel', lift)
  element.addEventListener('pointerleave', leave)
  element.addEventListener('wheel', wheel, { passive: false })
  document.addEventListener('pointerdown', elsewhere)
  return () => {
    element.removeEventListener('pointerdown', press)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', lift)
    element.removeEventListener('pointercancel', lift)
    element.removeEventListener('pointerleave', leave)
    element.removeEventListener('wheel', wheel)
    document.removeEventListener('pointerdown', elsewhere)
  }
}
