let line: Element | null = null
const watchers = new Set<() => void>()

/** The line that says there is no network, while it stands: what waits has its place in it. */
export const offlineLine = {
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  present: (): Element | null => line,
}

export const setOfflineLine = (element: Element | null): void => {
  line = element
  for (const watcher of watchers) watcher()
}
