import { useEffect, useRef } from 'react'
import { nothingTyped, typeKey } from './hand-scan.ts'

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea'))

/** Listens for a hand scanner anywhere on the page. In a field the keys are the field's, which hears Enter itself. */
export const useHandScanner = (onText: (text: string) => void): void => {
  const told = useRef(onText)
  useEffect(() => {
    told.current = onText
  })
  useEffect(() => {
    let typed = nothingTyped
    const hear = (event: KeyboardEvent): void => {
      if (takesText(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const next = typeKey(typed, event.key, event.timeStamp)
      typed = next.typed
      if (next.scanned === null) return
      // Enter would press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      told.current(next.scanned)
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}
