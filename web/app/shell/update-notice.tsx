import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { base } from '../../kit/navigation/app-path.ts'
import { classes } from '../../kit/classes.ts'
import { offeredEntry, runningEntry, takeNewWorker } from '../../kit/lost-part.ts'
import styles from './notice.module.css'
import { followOpenedPush } from './opened-push.ts'

const everyMs = 10 * 60_000
/** The rest of the app is fetched for the day without a network once the line has been quiet for so long. */
const restMs = 15_000

/**
 * The worker that keeps the app for starts without a network. Without one (plain http beyond loopback, private windows)
 * the app works as before.
 */
const register = async (): Promise<ServiceWorkerRegistration | null> => {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return null
  try {
    // A build can leave the start without a network out; a worker that an earlier one left goes then. One that was
    // registered for messages alone stays.
    if (!import.meta.env.OFFLINE_START) {
      const left = await navigator.serviceWorker.getRegistration(`${base}/`)
      const worker = left?.active ?? left?.waiting ?? left?.installing
      if (!worker?.scriptURL.endsWith('/push.js')) await left?.unregister()
      return null
    }
    const registration = await navigator.serviceWorker.register(`${base}/worker.js`, {
      scope: `${base}/`,
      updateViaCache: 'none',
    })
    setTimeout(() => {
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('fetch the rest'))
    }, restMs)
    return registration
  } catch {
    return null
  }
}

/** Offers a new version; it never loads by itself, so nothing typed is lost. */
export function UpdateNotice() {
  const t = useTranslations('shell')
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (import.meta.env.DEV) return
    let registration: ServiceWorkerRegistration | null = null
    const unfollow = followOpenedPush()
    const offer = (): void => setReady(true)
    // A first worker is no new version.
    const fresh = (): void => {
      if (registration?.waiting && navigator.serviceWorker.controller) offer()
    }
    const begin = async (): Promise<void> => {
      const found = await register()
      registration = found
      fresh()
      found?.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', fresh))
    }
    const look = async (): Promise<void> => {
      const entry = await offeredEntry().catch(() => undefined)
      if (entry === undefined || entry === runningEntry()) return
      // A worker offers it once all of it is here.
      if (registration?.active) await registration.update().catch(() => undefined)
      else offer()
    }
    const check = (): void => {
      if (document.visibilityState === 'visible') void look()
    }
    void begin()
    const timer = window.setInterval(check, everyMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      unfollow()
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
  if (!ready) return null
  return (
    <output className={classes(styles.bar, styles.update)}>
      <Sparkles size={16} aria-hidden />
      {t('update')}
      <button
        type="button"
        className={styles.press}
        disabled={busy}
        onClick={() => {
          setBusy(true)
          void takeNewWorker().finally(() => location.reload())
        }}
      >
        {t('updateNow')}
      </button>
    </output>
  )
}
