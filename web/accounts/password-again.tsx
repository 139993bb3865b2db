import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { confirmGate } from '../data/confirm-gate.ts'
import { words } from '../phrases/catalogues.ts'

/** Loads the sheet that asks for the password again, when a call needs it and not before. */
export function PasswordAgain() {
  const asked = useSyncExternalStore(confirmGate.watch, confirmGate.isAsked)
  const [Sheet, setSheet] = useState<ComponentType<{ open: boolean }> | null>(null)
  useEffect(() => {
    if (!asked || Sheet) return
    Promise.all([import('./confirm-sheet.tsx'), words.need('confirm')])
      .then(([file]) => setSheet(() => file.ConfirmSheet))
      // Without the sheet nobody can answer: the call fails and says why.
      .catch(() => confirmGate.close(false))
  }, [asked, Sheet])
  return Sheet && <Sheet open={asked} />
}
