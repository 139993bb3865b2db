import type { Credentials } from '../gateway/login-card.tsx'

/** Secrets live in the memory of the open app alone, until they have been entered; a reload forgets them. */
const secrets = new Map<string, Credentials>()
const watchers = new Set<() => void>()
const tell = (): void => {
  for (const watcher of watchers) watcher()
}

export const shownOnce = {
  of: (gatewayId: string): Credentials | null => secrets.get(gatewayId) ?? null,
  keep: (gatewayId: string, credentials: Credentials): void => {
    secrets.set(gatewayId, credentials)
    tell()
  },
  forget: (gatewayId: string): void => {
    if (secrets.delete(gatewayId)) tell()
  },
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
