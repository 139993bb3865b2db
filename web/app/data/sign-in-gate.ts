import { createWatchers } from '../../kit/watchers.ts'

/**
 * Calls that were answered "signed out" wait here until the sign-in sheet has closed. The sheet watches `isAsked`.
 */
let waiting: { resolve: (personId: string) => void }[] = []
let asked = false
const watchers = createWatchers()

export const signInGate = {
  isAsked: (): boolean => asked,
  watch: watchers.watch,
  /** Opens the sheet without a call that waits. */
  ask: (): void => {
    asked = true
    watchers.tell()
  },
  /** Resolves with the id of the person who signed in. */
  pass: (): Promise<string> => {
    const passed = new Promise<string>((resolve) => {
      waiting.push({ resolve })
    })
    signInGate.ask()
    return passed
  },
  /** The sheet closes and what waited goes on. */
  open: (personId: string): void => {
    const released = waiting
    waiting = []
    asked = false
    watchers.tell()
    for (const one of released) one.resolve(personId)
  },
}
