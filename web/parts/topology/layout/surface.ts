import { mapGestures } from '../../../kit/map/map-gestures.ts'
import { heatColours } from './colours.ts'
import { paintPlan, type Painting } from './paint.ts'
import {
  covers,
  fitView,
  heldView,
  panned,
  partToDraw,
  viewOfPart,
  zoomed,
  type Extent,
  type Rect,
  type View,
} from './view.ts'

export type Surface = {
  /** Another picture; `fit` shows all of it. */
  show: (painting: Painting, plan: Extent, fit: boolean) => void
  /** Shows a part of it from near. */
  lookAt: (part: Rect) => void
  zoom: (factor: number) => void
  fit: () => void
  /** The element has another size, or the theme other colours. */
  refresh: () => void
  end: () => void
}

/** The buttons over the lower edge, CSS pixels. */
const BUTTONS = 52
const SETTLE_MS = 140
/** With less than this around what is seen, as a share of it, the picture is drawn anew when the hand rests. */
const NEAR = 0.7
const GLIDE_MS = 220
/** A touch beside a module means it, CSS pixels. */
const REACH = 14

/**
 * A plan that is moved by hand. What is drawn is a picture larger than the window, moved and stretched by the
 * compositor; it is drawn anew when the hand rests, or when it no longer covers what is seen.
 */
export const openSurface = (
  box: HTMLElement,
  canvas: HTMLCanvasElement,
  onTap: (at: { x: number; y: number }, reach: number) => void,
): Surface => {
  const context = canvas.getContext('2d')
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let view: View = { scale: 1, x: 0, y: 0 }
  let plan: Extent = { width: 1, height: 1 }
  let painting: Painting | null = null
  let drawn: (Rect & { scale: number }) | null = null
  let fitted = true
  let [frame, settling, gliding] = [0, 0, 0]
  const size = (): Extent => ({ width: box.clientWidth, height: box.clientHeight })
  /** Where the plan is kept: the buttons at the bottom cover none of it. */
  const room = (): Extent => ({ width: box.clientWidth, height: box.clientHeight - BUTTONS })

  const draw = (): void => {
    const extent = size()
    if (!context || !painting || extent.width === 0) return
    const ratio = Math.min(3, window.devicePixelRatio || 1)
    const part = partToDraw(view, plan, extent, ratio)
    const [width, height] = [Math.ceil(part.w * view.scale * ratio), Math.ceil(part.h * view.scale * ratio)]
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    canvas.style.width = `${width / ratio}px`
    canvas.style.height = `${height / ratio}px`
    paintPlan(context, painting, { part, scale: view.scale, ratio, colours: heatColours(box) })
    drawn = { ...part, scale: view.scale }
  }
  const place = (): void => {
    if (!drawn || !covers(drawn, view, plan, size())) draw()
    if (!drawn) return
    const by = view.scale / drawn.scale
    // On whole device pixels the picture is copied as it is; between them every pixel would be mixed anew.
    const ratio = by === 1 ? Math.min(3, window.devicePixelRatio || 1) : 64
    const [x, y] = [view.x + drawn.x * view.scale, view.y + drawn.y * view.scale].map(
      (one) => Math.round(one * ratio) / ratio,
    )
    canvas.style.transform = by === 1 ? `translate(${x}px, ${y}px)` : `translate(${x}px, ${y}px) scale(${by})`
    // For whoever has to know where a point of the plan is seen now.
    box.dataset['view'] = `${view.scale.toFixed(3)} ${Math.round(view.x)} ${Math.round(view.y)}`
  }
  const soon = (redraw: boolean): void => {
    if (redraw) drawn = null
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = 0
        place()
      })
  }
  const settle = (): void => {
    window.clearTimeout(settling)
    settling = window.setTimeout(() => {
      if (!drawn) return
      // A resting hand gets the picture for its next drag: sharp, and with something on every side.
      const { width, height } = size()
      const wide = { width: width * (1 + NEAR), height: height * (1 + NEAR) }
      const apt = covers(drawn, panned(view, (width * NEAR) / 2, (height * NEAR) / 2), plan, wide)
      if (!apt || Math.abs(drawn.scale / view.scale - 1) > 0.001) soon(true)
    }, SETTLE_MS)
  }
  const move = (next: View): void => {
    view = heldView(next, plan, room())
    fitted = Math.abs(view.scale - fitView(plan, room()).scale) < 1e-6
    soon(false)
    settle()
  }
  /** Zooms in a moment, or at once for those who want no motion. */
  const glide = (at: { x: number; y: number }, factor: number): void => {
    cancelAnimationFrame(gliding)
    if (still.matches) {
      move(zoomed(view, at, factor))
      return
    }
    const began = performance.now()
    let done = 1
    const step = (now: number): void => {
      const part = Math.min(1, (now - began) / GLIDE_MS)
      const wanted = factor ** (1 - (1 - part) ** 3)
      move(zoomed(view, at, wanted / done))
      done = wanted
      if (part < 1) gliding = requestAnimationFrame(step)
    }
    gliding = requestAnimationFrame(step)
  }
  const leave = mapGestures(box, {
    pan: (dx, dy) => move(panned(view, dx, dy)),
    zoom: (at, steps) => move(zoomed(view, at, 2 ** steps)),
    tap: (at) =>
      onTap({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }, REACH / view.scale),
    closer: (at) => glide(at, 2),
  })
  const middle = (): { x: number; y: number } => ({ x: box.clientWidth / 2, y: box.clientHeight / 2 })
  const fit = (): void => {
    view = fitView(plan, room())
    fitted = true
    soon(true)
  }
  const sized = new ResizeObserver(() => (fitted ? fit() : move(view)))
  sized.observe(box)
  return {
    show: (next, extent, anew) => {
      painting = next
      plan = extent
      if (anew || fitted) view = fitView(plan, room())
      if (anew) fitted = true
      soon(true)
    },
    lookAt: (part) => {
      view = viewOfPart(part, plan, room())
      fitted = Math.abs(view.scale - fitView(plan, room()).scale) < 1e-6
      soon(true)
    },
    zoom: (factor) => glide(middle(), factor),
    fit,
    refresh: () => soon(true),
    end: () => {
      leave()
      sized.disconnect()
      cancelAnimationFrame(frame)
      cancelAnimationFrame(gliding)
      window.clearTimeout(settling)
    },
  }
}
