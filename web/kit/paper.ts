import { useEffect } from 'react'

/** As a string of CSS. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"`

/** What stands at the head of each sheet of paper as long as this page is shown: whose it is, and of when. */
export const usePaperTitle = (text: string): void => {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--paper-title', quoted(text))
    return () => {
      style.removeProperty('--paper-title')
    }
  }, [text])
}
