import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The width of an element in CSS pixels, before any transform; 0 until it is laid out. */
export const useWidth = <E extends HTMLElement>(): [RefObject<E | null>, number] => {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = (): void => setWidth(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
