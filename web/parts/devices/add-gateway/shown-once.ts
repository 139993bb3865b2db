import type { Credentials } from '../gateway/credentials-sheet.tsx'
import { createWatchers } from '../../../kit/watchers.ts'

/** Secrets live in the memory of the open app alone, until they have been entered; a reload forgets them. */
const secrets = new Map<string, Credentials>()
const watchers = createWatchers()

export const shownOnce = {
  of: (gatewayId: string): Credentials | null => secrets.get(gatewayId) ?? null,
  keep: (gatewayId: string, credentials: Credentials): void => {
    secrets.set(gatewayId, credentials)
    watchers.tell()
  },
  forget: (gatewayId: string): void => {
    if (secrets.delete(gatewayId)) watchers.tell()
  },
  watch: watchers.watch,
}
