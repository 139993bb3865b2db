import { createWatchers } from '../../kit/watchers.ts'

let line: Element | null = null
const watchers = createWatchers()

/** The line that says there is no network, while it stands: what waits has its place in it. */
export const offlineLine = {
  watch: watchers.watch,
  present: (): Element | null => line,
}

export const setOfflineLine = (element: Element | null): void => {
  line = element
  watchers.tell()
}
