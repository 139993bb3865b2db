let isOpen = false
const watchers = new Set<() => void>()
const set = (open: boolean): void => {
  isOpen = open
  for (const watcher of watchers) watcher()
}

/** Whether the sync centre is open. Any screen may open it; it stands once, beside the page. */
export const sheetDoor = {
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  isOpen: (): boolean => isOpen,
  open: (): void => set(true),
  close: (): void => set(false),
}
