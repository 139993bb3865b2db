/** A signature has several strokes: it is sent after a pause, or at once when somebody waits for it. */
const restMs = 700
const waitingNow = new Map<string, { timer: number; send: () => Promise<void> }>()

// Whoever puts the phone away may not come back to this page.
const flushHidden = (): void => {
  if (document.visibilityState === 'hidden') for (const key of waitingNow.keys()) void waiting.flush(key)
}

export const waiting = {
  /** Another stroke begins, or it is wiped out. */
  hold: (key: string): void => {
    window.clearTimeout(waitingNow.get(key)?.timer)
    waitingNow.delete(key)
  },
  rest: (key: string, send: () => Promise<void>): void => {
    document.addEventListener('visibilitychange', flushHidden)
    waiting.hold(key)
    const timer = window.setTimeout(() => {
      waitingNow.delete(key)
      void send()
    }, restMs)
    waitingNow.set(key, { timer, send })
  },
  /** Sends what still rests. */
  flush: async (key: string): Promise<void> => {
    const one = waitingNow.get(key)
    if (!one) return
    waiting.hold(key)
    await one.send()
  },
}
