import { useEffect, useRef, type RefObject } from 'react'

type Sight = {
  /** Called so many CSS pixels before it is seen. */
  ahead: number
  /** What it is scrolled in; without it the window. */
  box?: RefObject<Element | null>
}

/** Calls `onSight` as the place comes into sight, each time it does; null: nobody waits for it. */
export const useInSight = (
  place: RefObject<Element | null>,
  onSight: (() => void) | null,
  { ahead, box }: Sight,
): void => {
  const seen = useRef(onSight)
  useEffect(() => {
    seen.current = onSight
  })
  const waits = onSight !== null
  useEffect(() => {
    const element = place.current
    if (!element || !waits) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen.current?.()
      },
      { root: box?.current ?? null, rootMargin: `${ahead}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, box, ahead, waits])
}
