type Watchers = {
  /** Called at each change until what it gives is called; fits `useSyncExternalStore`. */
  watch: (watcher: () => void) => () => void
  tell: () => void
}

/** Those who want to know when something that lives outside React has changed. */
export const createWatchers = (): Watchers => {
  const watchers = new Set<() => void>()
  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    tell: () => {
      for (const watcher of watchers) watcher()
    },
  }
}
