import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { cellAt, keepInside, zoomAt, type Grid, type Point, type Size, type View } from '../box.ts'
import type { Cell } from '../site.ts'

type Drawn = { kind: 'box'; from: Point; to: Point } | { kind: 'drag'; from: Cell; to: Cell | null } | null

type Wanted = {
  grid: Grid
  window: Size
  view: View
  setView: (view: View) => void
  /** One finger draws a box instead of moving the plan. */
  boxing: boolean
  isFilled: (cell: Cell) => boolean
  onTap: (cell: Cell) => void
  onBox: (from: Point, to: Point) => void
  onDrop: (from: Cell, to: Cell) => void
}

type Gesture =
  | { kind: 'press'; at: Point; cell: Cell | null; mouse: boolean }
  | { kind: 'pan'; last: Point }
  | { kind: 'pinch'; distance: number; middle: Point }
  | { kind: 'box'; from: Point }
  | { kind: 'drag'; from: Cell }

const slopPx = 8
const holdMs = 320

/**
 * What fingers do to the plan: a tap, moving and pinching it, drawing a box, and dragging a module that was held for
 * a moment (with a mouse at once). A second finger always pinches.
 */
export const useStageGestures = (stage: RefObject<HTMLElement | null>, wanted: Wanted) => {
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture | null>(null)
  const hold = useRef(0)
  const [drawn, setDrawn] = useState<Drawn>(null)
  const now = useRef(wanted)
  useEffect(() => {
    now.current = wanted
  })
  useEffect(() => () => window.clearTimeout(hold.current), [])

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
  }
  const setView = (view: View): void => {
    const settled = keepInside(view, now.current.grid, now.current.window)
    now.current.view = settled
    now.current.setView(settled)
  }
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React's own wheel listener is passive and could not keep the page from scrolling.
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        if (document.activeElement !== element) return
      }
      event.preventDefault()
      const at = pointOf(event)
      setView(zoomAt(now.current.view, Math.exp(-event.deltaY / 300), at))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the listener reads what is current from refs
  }, [])

  const pinchOf = (): { distance: number; middle: Point } | null => {
    const [a, b] = [...pointers.current.values()]
    if (!a || !b) return null
    return {
      distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  }
  const lift = (from: Cell): void => {
    gesture.current = { kind: 'drag', from }
    setDrawn({ kind: 'drag', from, to: from })
    if (typeof navigator.vibrate === 'function') navigator.vibrate(15)
  }

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = pointOf(event)
    pointers.current.set(event.pointerId, at)
    window.clearTimeout(hold.current)
    const pinch = pinchOf()
    if (pinch) {
      setDrawn(null)
      gesture.current = { kind: 'pinch', ...pinch }
      return
    }
    const { grid, view, boxing, isFilled } = now.current
    const cell = cellAt(grid, view, at)
    const filled = cell !== null && isFilled(cell)
    gesture.current = { kind: 'press', at, cell, mouse: event.pointerType === 'mouse' }
    if (filled && !boxing) hold.current = window.setTimeout(() => lift(cell), holdMs)
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (!pointers.current.has(event.pointerId)) return
    const at = pointOf(event)
    pointers.current.set(event.pointerId, at)
    const { grid, view, boxing, isFilled } = now.current
    const present = gesture.current
    if (!present) return
    if (present.kind === 'press') {
      if (Math.hypot(at.x - present.at.x, at.y - present.at.y) < slopPx) return
      window.clearTimeout(hold.current)
      if (boxing) gesture.current = { kind: 'box', from: present.at }
      else if (present.mouse && present.cell && isFilled(present.cell)) lift(present.cell)
      else gesture.current = { kind: 'pan', last: present.at }
      return
    }
    if (present.kind === 'pan') {
      setView({ ...view, x: view.x + at.x - present.last.x, y: view.y + at.y - present.last.y })
      present.last = at
    } else if (present.kind === 'pinch') {
      const pinch = pinchOf()
      if (!pinch) return
      const moved = {
        ...view,
        x: view.x + pinch.middle.x - present.middle.x,
        y: view.y + pinch.middle.y - present.middle.y,
      }
      setView(zoomAt(moved, pinch.distance / present.distance, pinch.middle))
      gesture.current = { kind: 'pinch', ...pinch }
    } else if (present.kind === 'box') setDrawn({ kind: 'box', from: present.from, to: at })
    else setDrawn({ kind: 'drag', from: present.from, to: cellAt(grid, view, at) })
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (!pointers.current.delete(event.pointerId)) return
    window.clearTimeout(hold.current)
    const at = pointOf(event)
    const present = gesture.current
    const [left] = pointers.current.values()
    // The finger that stays goes on moving the plan.
    gesture.current = present?.kind === 'pinch' && left ? { kind: 'pan', last: left } : null
    setDrawn(null)
    const { grid, view, onTap, onBox, onDrop } = now.current
    if (present?.kind === 'press' && present.cell) onTap(present.cell)
    else if (present?.kind === 'box') onBox(present.from, at)
    else if (present?.kind === 'drag') {
      const to = cellAt(grid, view, at)
      if (to && (to.row !== present.from.row || to.col !== present.from.col)) onDrop(present.from, to)
      else if (to) onTap(to)
    }
  }
  const onPointerCancel = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId)
    window.clearTimeout(hold.current)
    gesture.current = null
    setDrawn(null)
  }
  const zoomBy = (factor: number): void => {
    const { window: size, view } = now.current
    setView(zoomAt(view, factor, { x: size.width / 2, y: size.height / 2 }))
  }
  return { drawn, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }, zoomBy }
}
