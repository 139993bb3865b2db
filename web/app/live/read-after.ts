import type { ActKey } from '../data/call-types.ts'
import { readAnew, refresh } from '../data/query.ts'

/**
 * Reads anew what an act of this phone has made old, where it is shown; elsewhere it is read when it is shown. The map
 * comes with the live events, after the page; where it does not come, all that is shown is read anew.
 */
export const readAfter = async (act: ActKey): Promise<void> => {
  const map = await import('./change-map.ts').catch(() => null)
  await (map ? refresh(...map.readsAfter(act)) : readAnew())
}
