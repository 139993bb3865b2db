import { base } from './navigation/app-path.ts'

/** The entry that this page runs. */
export const runningEntry = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? undefined

/** The entry that the server gives out now. @throws when it cannot be asked. */
export const offeredEntry = async (): Promise<string | undefined> => {
  const response = await fetch(`${base}/version.json`, { cache: 'no-store' })
  if (!response.ok) return undefined
  const { entry }: { entry?: string } = await response.json()
  return entry
}

const workerMs = 15_000

const reached = async (target: EventTarget, event: string, done: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (done()) return resolve()
    const timer = setTimeout(resolve, workerMs)
    target.addEventListener(event, () => {
      if (!done()) return
      clearTimeout(timer)
      resolve()
    })
  })

/** Lets a newer worker that waits, or comes, take over, so that the next load is of its version. */
export const takeNewWorker = async (): Promise<void> => {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  const registration = await workers?.getRegistration(`${base}/`)
  if (!workers || !registration) return
  await registration.update().catch(() => undefined)
  const { installing } = registration
  if (installing) await reached(installing, 'statechange', () => registration.waiting !== null)
  const { waiting } = registration
  if (!waiting) return
  const before = workers.controller
  waiting.postMessage('take over')
  await reached(workers, 'controllerchange', () => workers.controller !== before)
}

/** Addresses of style sheets that did not come. */
const lostStyles = new Set<string>()

const noteLostStyle = ({ target }: Event): void => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target.href)
}

const styleAgain = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => {
      lostStyles.delete(href)
      resolve()
    })
    link.addEventListener('error', () => reject(new Error(`unable to preload CSS: ${href}`)))
    document.head.append(link)
  })

/**
 * Asks again for the style sheets of parts that did not come: Vite asks for each once, and would show the part without
 * its looks. Rejects while one does not come.
 */
export const stylesAgain = async (): Promise<void> => {
  await Promise.all([...lostStyles].map(styleAgain))
}

/** Reloaded for this reason a moment ago, another reload would not help. */
const reloadedMs = 60_000
const justReloaded = (): boolean => {
  const [load] = performance.getEntriesByType('navigation')
  return (
    load instanceof PerformanceNavigationTiming && load.type === 'reload' && performance.now() < reloadedMs
  )
}

/**
 * Once more after a failure. Older browsers remember that a script did not come and never ask for it again: if it fails
 * although the server answers, the page is loaded anew, which only follows a press. What was typed is in drafts.
 */
export const orLoadAnew = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    const entry = await offeredEntry().catch(() => undefined)
    if (entry === undefined || justReloaded()) throw error
    return load().catch(() => {
      location.reload()
      throw error
    })
  }
}

/**
 * A part of the app that is gone from the server since a newer version stands there: the page is loaded anew, once.
 * What was typed is in drafts. A part that only the network kept away changes nothing.
 */
export const followLostParts = (): void => {
  let busy = false
  const renew = async (): Promise<void> => {
    if (busy || justReloaded()) return
    busy = true
    try {
      const entry = await offeredEntry()
      if (entry === undefined || entry === runningEntry()) return
      await takeNewWorker()
      location.reload()
    } catch {
      // Without a network nothing says that a part is gone.
    } finally {
      busy = false
    }
  }
  window.addEventListener('vite:preloadError', () => void renew())
  // Such an event does not bubble: it is caught on its way down.
  document.addEventListener('error', noteLostStyle, true)
}
