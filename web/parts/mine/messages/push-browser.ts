import { base } from '../../../kit/navigation/app-path.ts'

/** Why this browser cannot be told, as far as it is known before anybody is asked. */
export type Hindrance = 'insecure' | 'home_screen' | 'unsupported' | 'blocked'

/** Safari on iPhone and iPad knows push only in an app on the home screen; an iPad says that it is a Mac. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export const hindrance = (): Hindrance | null => {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

const registration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(`${base}/`)

/** Where nothing else has wanted a worker there is one for messages alone, from when they are chosen. */
const worker = async (): Promise<ServiceWorkerRegistration> => {
  if (!(await registration()))
    await navigator.serviceWorker.register(`${base}/push.js`, {
      scope: `${base}/`,
      updateViaCache: 'none',
    })
  return navigator.serviceWorker.ready
}

/** Whether the browser itself still has a subscription: settings of the browser may have ended it. */
export const isSubscribed = async (): Promise<boolean> => {
  if (hindrance() !== null) return false
  const found = await registration()
  return ((await found?.pushManager.getSubscription()) ?? null) !== null
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Asks the person, then the browser. Gives why not when one of them does not want it. */
export const subscribeHere = async (key: string): Promise<Subscribed | Hindrance> => {
  // First of all: a browser forgets that it was a press that wanted this.
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const found = await worker()
  // One made with the key of another installation, or for somebody else before, is of no use.
  await (await found.pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  const { endpoint, keys } = (await found.pushManager.subscribe(options)).toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : 'unsupported'
}

export const unsubscribeHere = async (): Promise<void> => {
  const found = await registration()
  await (await found?.pushManager.getSubscription())?.unsubscribe()
}
