import { useEffect, useRef } from 'react'
import { held } from '../navigation/native-shell.ts'
import { signal, type Verdict } from './signals.ts'

/**
 * The native shell's own scanner, where it offers one: it is asked again until somebody cancels it, which closes ours.
 * Returns whether it does the scanning.
 */
export const useShellScan = (
  open: boolean,
  onText: (text: string) => Verdict,
  onClose: () => void,
): boolean => {
  const offered = held.by()?.offers('device.scan') ?? false
  const latest = useRef({ onText, onClose })
  useEffect(() => {
    latest.current = { onText, onClose }
  })
  useEffect(() => {
    if (!open || !offered) return
    let here = true
    const ask = async (): Promise<void> => {
      const texts = (await held.by()?.scan()) ?? []
      if (!here) return
      for (const text of texts) signal(latest.current.onText(text))
      if (texts.length === 0) latest.current.onClose()
      else await ask()
    }
    void ask()
    return () => {
      here = false
    }
  }, [open, offered])
  return offered
}
