import { useEffect, useState } from 'react'
import { offeredEntry, runningEntry, takeNewWorker } from '../../../kit/lost-part.ts'
import { themes } from '../../../kit/theme.ts'
import { beginsAnew, STEP_MS } from './stay-fresh.ts'

const lookEveryMs = 5 * 60_000

/** Larger type, no pointer, and dark unless somebody chose light: a wall of light is no rest for the eyes. */
export const useWallLook = (): void => {
  useEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset['theme']
    dataset['wall'] = 'on'
    if (themes.chosen() === 'system') dataset['theme'] = 'dark'
    return () => {
      delete dataset['wall']
      if (before !== undefined) dataset['theme'] = before
    }
  }, [])
}

/** Keeps the screen awake where the browser can, and again whenever it is seen again. */
export const useAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    const take = async (): Promise<void> => {
      // A battery that is low, or a page that is not secure, gives none.
      lock = await navigator.wakeLock.request('screen').catch(() => null)
    }
    const hold = (): void => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      void take()
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}

/** Nobody types here: a new version of the app is taken by itself, as soon as all of it can be had, and each night all of it anew. */
export const useNewVersion = (): void => {
  useEffect(() => {
    const look = async (): Promise<void> => {
      const entry = await offeredEntry().catch(() => undefined)
      if (entry === undefined) return
      if (entry === runningEntry() && !beginsAnew(performance.now(), new Date().getHours())) return
      await takeNewWorker().catch(() => undefined)
      location.reload()
    }
    const timer = window.setInterval(() => void look(), lookEveryMs)
    return () => window.clearInterval(timer)
  }, [])
}

/** The browser writes down each answer that a page has got, for whoever measures it: nobody does for months. */
export const useNoTimings = (): void => {
  useEffect(() => {
    performance.setResourceTimingBufferSize(0)
    performance.clearResourceTimings()
  }, [])
}

/** How often the picture has moved since it stands there. */
export const useSteps = (): number => {
  const [steps, setSteps] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => setSteps((now) => now + 1), STEP_MS)
    return () => window.clearInterval(timer)
  }, [])
  return steps
}
