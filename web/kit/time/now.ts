import { useSyncExternalStore } from 'react'
import { serverNow, watchClock } from './clock.ts'
import { contact } from './contact.ts'

const stepMs = 5000
let now = serverNow()
let timer = 0
const watchers = new Set<() => void>()
const tick = (): void => {
  now = serverNow()
  for (const watcher of watchers) watcher()
}
watchClock(tick)
const watch = (watcher: () => void): (() => void) => {
  if (watchers.size === 0) {
    now = serverNow()
    timer = window.setInterval(tick, stepMs)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) window.clearInterval(timer)
  }
}

/**
 * What is read off the clock of ages, which moves every five seconds: one timer for all of a page. Draws when what is
 * read turns, and not with every step.
 */
export const useClock = <T extends string | number | boolean | null>(read: (now: number) => T): T =>
  useSyncExternalStore(watch, () => read(now))

/** The server's present in epoch milliseconds. Whoever does not want it is given 0 and not drawn again. */
export const useNow = (wanted = true): number => useClock((now) => (wanted ? now : 0))

/** Whether an instant lies further back than `ms`. */
export const useOlderThan = (at: number, ms: number): boolean => useClock((now) => now - at > ms)

/** When the server was last heard, once that is too long ago for figures to be the present ones; null while in touch. */
export const useLostSince = (): number | null => useClock(contact.lostSince)

const secondWatchers = new Set<() => void>()
let second = serverNow()
let secondTimer = 0
const tickSecond = (): void => {
  second = serverNow()
  for (const watcher of secondWatchers) watcher()
}
const watchSeconds = (watcher: () => void): (() => void) => {
  if (secondWatchers.size === 0) {
    second = serverNow()
    secondTimer = window.setInterval(tickSecond, 1000)
  }
  secondWatchers.add(watcher)
  return () => {
    secondWatchers.delete(watcher)
    if (secondWatchers.size === 0) window.clearInterval(secondTimer)
  }
}

/** The server's present, moving every second: for a countdown alone. */
export const useSecond = (): number => useSyncExternalStore(watchSeconds, () => second)
