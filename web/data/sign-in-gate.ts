/**
 * Calls that were answered "signed out" wait here until the sign-in sheet has closed. The sheet watches `isAsked`.
 */
let waiting: { resolve: (personId: string) => void }[] = []
let asked = false
const watchers = new Set<() => void>()
const tell = (): void => {
  for (const watcher of watchers) watcher()
}

export const signInGate = {
  isAsked: (): boolean => asked,
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  /** Opens the sheet without a call that waits. */
  ask: (): void => {
    asked = true
    tell()
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
    tell()
    for (const one of released) one.resolve(personId)
  },
}
