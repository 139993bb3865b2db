import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { base } from '../paths.ts'
import { classes } from '../ui/classes.ts'
import styles from './notice.module.css'

const everyMs = 10 * 60_000

/** The entry that this page runs, and the one that the server gives out now. */
const running = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? undefined
const offered = async (): Promise<string | undefined> => {
  const response = await fetch(`${base}/version.json`, { cache: 'no-store' })
  if (!response.ok) return undefined
  const { entry }: { entry?: string } = await response.json()
  return entry
}

/** Offers a new version; it never loads by itself, so nothing typed is lost. */
export function UpdateNotice() {
  const t = useTranslations('shell')
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (import.meta.env.DEV) return
    const check = (): void => {
      if (document.visibilityState !== 'visible') return
      offered()
        .then((entry) => setReady(entry !== undefined && entry !== running()))
        .catch(() => undefined)
    }
    // A part of the app that is gone from the server means the same.
    const gone = (): void => setReady(true)
    const timer = window.setInterval(check, everyMs)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('vite:preloadError', gone)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('vite:preloadError', gone)
    }
  }, [])
  if (!ready) return null
  return (
    <output className={classes(styles.bar, styles.update)}>
      <Sparkles size={16} aria-hidden />
      {t('update')}
      <button type="button" className={styles.press} onClick={() => location.reload()}>
        {t('updateNow')}
      </button>
    </output>
  )
}
