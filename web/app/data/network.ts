import { useSyncExternalStore } from 'react'
import { held } from '../../kit/navigation/native-shell.ts'

const watchNetwork = (watcher: () => void): (() => void) => {
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  const leave = held.watch(watcher)
  return () => {
    leave()
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}
/** False while the phone, or the shell around the page, knows that it has no network. */
export const useNetwork = (): boolean =>
  useSyncExternalStore(
    watchNetwork,
    () => held.by()?.online() ?? navigator.onLine,
    () => true,
  )
