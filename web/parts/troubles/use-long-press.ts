import { useRef, type MouseEvent, type PointerEvent } from 'react'

const longMs = 500
/** A finger that moves further scrolls. */
const stillPx = 10

/** A long press with a finger does `act`, and no click follows it. Whoever cannot press long has a button for the same. */
export const useLongPress = (act: (() => void) | undefined) => {
  const at = useRef<{ x: number; y: number; timer: number } | null>(null)
  const done = useRef(false)
  const end = (): void => {
    if (at.current) window.clearTimeout(at.current.timer)
    at.current = null
  }
  if (!act) return {}
  return {
    onPointerDown: (event: PointerEvent) => {
      done.current = false
      if (event.pointerType === 'mouse') return
      const timer = window.setTimeout(() => {
        at.current = null
        done.current = true
        act()
      }, longMs)
      at.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove: (event: PointerEvent) => {
      const from = at.current
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > stillPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (done.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!done.current) return
      done.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
