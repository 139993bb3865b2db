let warned = false

/**
 * Local storage that may be blocked, full or missing: reading gives null and writing does nothing, and the first time
 * the console says so. Nothing of the app depends on what is kept there.
 */
const attempt = <T>(work: (storage: Storage) => T): T | null => {
  try {
    return work(localStorage)
  } catch (error) {
    if (!warned) console.warn('Local storage cannot be used; the app goes on without it.', error)
    warned = true
    return null
  }
}

/** `keys`: `off` where single letters are to do nothing. */
type Kept = 'platform' | 'userInfo' | 'lang' | 'tables' | 'keys'

export const localStore = {
  read: (name: Kept): string | null => attempt((storage) => storage.getItem(name)),
  write: (name: Kept, value: string): void => {
    attempt((storage) => storage.setItem(name, value))
  },
}
