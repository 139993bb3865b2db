import { useSyncExternalStore } from 'react'
import { confirmGate } from '../acts/confirm-gate.ts'
import { words } from '../phrases/catalogues.ts'
import { lazySheet } from '../failure/lazy-sheet.tsx'

type Props = { open: boolean; onClose: () => void }
const ConfirmSheet = lazySheet<Props>(async () => {
  const [file] = await Promise.all([import('./confirm-sheet.tsx'), words.need('confirm')])
  return file.ConfirmSheet
})

// Without the sheet nobody can answer: the call fails and says why.
const giveUp = (): void => confirmGate.close(false)

/** Loads the sheet that asks for the password again, when a call needs it and not before. */
export function PasswordAgain() {
  const asked = useSyncExternalStore(confirmGate.watch, confirmGate.isAsked)
  return <ConfirmSheet open={asked} onClose={giveUp} />
}
