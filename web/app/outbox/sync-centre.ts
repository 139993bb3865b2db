import { createWatchers } from '../../kit/watchers.ts'

let isOpen = false
const watchers = createWatchers()
const set = (open: boolean): void => {
  isOpen = open
  watchers.tell()
}

/** Whether the sync centre is open. Any screen may open it; it stands once, beside the page. */
export const syncCentre = {
  watch: watchers.watch,
  isOpen: (): boolean => isOpen,
  open: (): void => set(true),
  close: (): void => set(false),
}
