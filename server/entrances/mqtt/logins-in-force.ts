import type { Context } from '../../context.ts'
import { storedLogins } from '../../features/devices/login-store.ts'

/**
 * Which stored secret each gateway signed in with at the built-in broker. Where another server changes logins, its
 * word may be lost: what no longer holds is ended at the next comparison.
 */
export const createLoginsInForce = (db: Context['db']) => {
  const signedIn = new Map<string, string>()
  return {
    note: (gateway: string, stored: string): void => void signedIn.set(gateway, stored),
    /** Ends the connections of those whose login is no longer the one they came with. */
    compare: async (disconnect: (gateway: string) => Promise<void>): Promise<void> => {
      if (signedIn.size === 0) return
      const hashes = new Map(
        (await storedLogins(db)).flatMap(({ sn, hash, enabled }) => (enabled ? [[sn, hash]] : [])),
      )
      for (const [gateway, stored] of signedIn) {
        if (hashes.get(gateway) === stored) continue
        signedIn.delete(gateway)
        await disconnect(gateway)
      }
    },
  }
}
