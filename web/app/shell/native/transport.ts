import { call } from '../../data/call.ts'
import { inUniApp } from '../../../kit/navigation/native-shell.ts'

/** A way to the shell. `origin`: whom a frame speaks to; the app's own web view has none. */
export type Transport = {
  post: (message: object) => void
  listen: (receive: (message: unknown) => void) => void
}

type UniWebView = { postMessage: (options: { data: object }) => void }

/** In the uni-app App: its SDK, which says when its bridge is there; answers come through `window.__pvShell`. */
const uniTransport = async (): Promise<Transport> => {
  const ready = new Promise<void>((resolve) => {
    document.addEventListener('UniAppJSBridgeReady', () => resolve(), { once: true })
  })
  const sdk = (await import('@dcloudio/uni-webview-js')) as unknown as {
    default?: { webView: UniWebView }
    webView?: UniWebView
  }
  const view = sdk.webView ?? sdk.default?.webView
  return {
    post: (message) => void ready.then(() => view?.postMessage({ data: message })),
    listen: () => {},
  }
}

/** Who stands around this frame, as the browser says; null where it says nothing. */
const originAround = (): string | null => {
  const ancestors = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins
  if (ancestors?.[0]) return ancestors[0]
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null
}

/** In a frame: exact origins both ways, of the list that the server also gives to the browser (frame-ancestors). */
const frameTransport = async (): Promise<Transport | null> => {
  const { origins } = await call('GET /api/shell')
  const around = originAround()
  const to = around === null ? origins : origins.filter((one) => one === around)
  if (to.length === 0) return null
  return {
    post: (message) => {
      for (const origin of to) window.parent.postMessage(message, origin)
    },
    listen: (receive) =>
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source === window.parent && to.includes(origin)) receive(data)
      }),
  }
}

/** The way to the shell that holds this page; null when nobody that may hold it does. */
export const findTransport = (): Promise<Transport | null> => (inUniApp() ? uniTransport() : frameTransport())
