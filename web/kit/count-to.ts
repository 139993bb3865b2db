import { useLayoutEffect, useRef, useState } from 'react'

const countMs = 200

const still = (): boolean =>
  document.visibilityState !== 'visible' || matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A number on its way: when `value` changes, what is returned runs there within 200 ms. It jumps when motion is not
 * wanted, when the page is not seen, and from or to unknown.
 */
export const useCountTo = (value: number | null): number | null => {
  const [between, setBetween] = useState<number | null>(null)
  const present = useRef(value)
  useLayoutEffect(() => {
    const from = present.current
    present.current = value
    if (from === null || value === null || from === value || still()) return undefined
    let frame = 0
    const begun = performance.now()
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - begun) / countMs))
      const at = share === 1 ? value : from + (value - from) * (1 - (1 - share) ** 3)
      present.current = at
      setBetween(share === 1 ? null : at)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    setBetween(from)
    frame = requestAnimationFrame(step)
    return () => {
      cancelAnimationFrame(frame)
      setBetween(null)
    }
  }, [value])
  return between ?? value
}
