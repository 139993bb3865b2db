import { boot, forgetAsked } from '../boot.ts'
import { dataKey, queryClient } from '../query.ts'
import { emptyKept, useOfKept, type First } from './kept-store.ts'
import { owedSignOut } from './owed-sign-out.ts'

/** So long the phone may take to find what it kept before the page is drawn without it, ms. */
const keptMs = 500

const setWhere = (key: readonly unknown[], data: unknown, updatedAt: number): void => {
  if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt })
}

/** Takes what was kept as soon as it is known whose it may be; it stands until it is answered anew. */
const take = async (): Promise<void> => {
  const first = ((await boot.kept) ?? null) as First | null
  const owed = useOfKept(first, null, import.meta.env.CONTRACT) === 'owed'
  const heard = owed ? null : await boot.whose.catch(() => null)
  const use = useOfKept(first, heard, import.meta.env.CONTRACT)
  if (use === 'owed') {
    forgetAsked()
    owedSignOut.owe()
    // Nothing else may be asked for as long as nobody signs in: the server is told by itself.
    owedSignOut.settle().catch(() => undefined)
    queryClient.setQueryData(dataKey('GET /api/session'), { person: null, setupNeeded: false })
  } else if (use === 'empty') await emptyKept()
  else if (use !== 'nothing' && first !== null && !('owed' in first)) {
    // Who it is has to be asked at once when there is a network again.
    if (use === 'whole') setWhere(dataKey('GET /api/session'), first.session, 1)
    if (first.home) setWhere(dataKey('GET /api/home'), first.home, first.at)
  }
}

/** Resolves when what was kept is in use, or is not there in time; what comes later is still taken. */
export const takeKept = async (): Promise<void> => {
  const taken = take().catch(() => undefined)
  const found = await Promise.race([boot.kept, new Promise((done) => setTimeout(done, keptMs))])
  if (found) await taken
}
