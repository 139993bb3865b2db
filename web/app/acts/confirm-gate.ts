import { createWatchers } from '../../kit/watchers.ts'

/**
 * Calls that were answered "enter your password again" wait here until the person has done so, or has let it be. The
 * sheet watches `isAsked`.
 */
let waiting: ((confirmed: boolean) => void)[] = []
const watchers = createWatchers()

export const confirmGate = {
  isAsked: (): boolean => waiting.length > 0,
  watch: watchers.watch,
  /** Opens the sheet. Resolves with true once the password was right, with false when the person gave up. */
  pass: (): Promise<boolean> => {
    const passed = new Promise<boolean>((resolve) => {
      waiting.push(resolve)
    })
    watchers.tell()
    return passed
  },
  /** The sheet closes and what waited goes on, or ends. */
  close: (confirmed: boolean): void => {
    const released = waiting
    waiting = []
    watchers.tell()
    for (const resolve of released) resolve(confirmed)
  },
}
