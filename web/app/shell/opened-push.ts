import { base, type AppPath } from '../../kit/navigation/app-path.ts'
import { navigate } from '../../kit/navigation/navigate.ts'

type Opened = { sunkeeper: 'open'; path: string }

const isOpened = (data: unknown): data is Opened =>
  typeof data === 'object' &&
  data !== null &&
  'sunkeeper' in data &&
  data.sunkeeper === 'open' &&
  'path' in data &&
  typeof data.path === 'string' &&
  /^\/[\w-]+(?:\?|$)/.test(data.path)

const open = ({ data, ports }: MessageEvent<unknown>): void => {
  if (!isOpened(data)) return
  ports[0]?.postMessage('taken')
  if (location.pathname + location.search !== base + data.path) navigate.push(data.path as AppPath)
}

/** A message was opened outside while this page stands: it goes there, as from a link, and what is typed stays. */
export const followOpenedPush = (): (() => void) => {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  worker?.addEventListener('message', open)
  return () => worker?.removeEventListener('message', open)
}
