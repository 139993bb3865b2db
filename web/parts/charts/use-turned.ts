import { useEffect, useState } from 'react'

/**
 * Whether the content is turned by 90 degrees: while the screen stands upright. A keyboard that makes the page lower
 * turns nothing.
 */
export const useTurned = (): boolean => {
  const [turned, setTurned] = useState(() => matchMedia('(orientation: portrait)').matches)
  useEffect(() => {
    const query = matchMedia('(orientation: portrait)')
    const change = (): void => {
      if (!(document.activeElement instanceof HTMLInputElement)) setTurned(query.matches)
    }
    query.addEventListener('change', change)
    document.addEventListener('focusout', change)
    return () => {
      query.removeEventListener('change', change)
      document.removeEventListener('focusout', change)
    }
  }, [])
  return turned
}
