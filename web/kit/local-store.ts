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

export const localStore = {
  read: (name: 'platform' | 'userInfo' | 'lang'): string | null =>
    attempt((storage) => storage.getItem(name)),
  write: (name: 'platform' | 'userInfo' | 'lang', value: string): void => {
    attempt((storage) => storage.setItem(name, value))
  },
}
