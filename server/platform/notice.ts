/** Tells everybody who listens, in this process. A listener must not throw; what it throws reaches the teller. */
export type Notice<T> = {
  tell: (value: T) => void
  /** Returns the function that stops listening. */
  listen: (listener: (value: T) => void) => () => void
}

export const createNotice = <T>(): Notice<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    tell: (value) => {
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
