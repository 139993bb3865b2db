import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The width and height of an element in CSS pixels, before any transform; 0 until it is laid out. */
export const useSize = <E extends HTMLElement>(): [RefObject<E | null>, width: number, height: number] => {
  const element = useRef<E>(null)
  const [[width, height], setSize] = useState<[number, number]>([0, 0])
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = (): void =>
      setSize((before) =>
        before[0] === box.clientWidth && before[1] === box.clientHeight
          ? before
          : [box.clientWidth, box.clientHeight],
      )
    // It tells the first size too, once the page is laid out anyway: asking here would lay it out once more.
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [element, width, height]
}
