/** Runs work once the page has drawn its first figures and the phone has nothing better to do. */
export const whenQuiet = (work: () => void): void => {
  const idle = (): void => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3_000 })
    else setTimeout(work, 200)
  }
  setTimeout(idle, 1_000)
}
