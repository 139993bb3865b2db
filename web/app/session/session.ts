import type { Person, Session } from './user-info.ts'
import { useData, dataKey, queryClient, readAnew } from '../data/query.ts'
import { call, callAs } from '../data/call.ts'
import { ApiError } from '../data/api-error.ts'
import { keeping } from '../data/kept/load-keep.ts'
import { emptyKept } from '../data/kept/kept-store.ts'
import { owedSignOut } from '../data/kept/owed-sign-out.ts'
import { liveUpdates } from '../live/load-live.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { keepUserInfo } from './user-info.ts'

const sessionKey = dataKey('GET /api/session')

const sessionStaleMs = 5 * 60_000
export const useSession = () => useData('GET /api/session', undefined, { staleTime: sessionStaleMs })

/**
 * The signed-in person; null while unknown or signed out. A part that comes with the failure does not ask again: the
 * failure would go, the part with it, and so on for ever.
 */
export const usePerson = (): Person | null =>
  useData('GET /api/session', undefined, { staleTime: sessionStaleMs, retryOnMount: false }).data?.person ??
  null

let present: string | null = null
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('sunkeeper-person') : null

/** What was read as somebody else is gone: from the screen, from memory and from what this phone keeps. */
const forget = (): void => {
  const others = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  for (const query of others) query.reset()
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}

/** Called with every answer that says who is signed in. */
export const heardSession = (person: Person | null): void => {
  const id = person?.id ?? null
  callAs(id)
  keepUserInfo(person)
  if (present !== null && present !== id) {
    forget()
    void emptyKept()
  }
  if (present !== id) tabs?.postMessage(id)
  present = id
  keeping.open(id)
  if (person) liveUpdates.open()
  else liveUpdates.close()
}

tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // Another tab has heard of somebody else: this one asks who it is.
  if (present !== null && data !== present) void readAnew({ queryKey: sessionKey })
})

/** The sheet closes, what waited goes on, and another person sees nothing of the one before. */
export const signedIn = (person: Person): void => {
  void emptyKept()
  queryClient.setQueryData<Session>(sessionKey, { person, setupNeeded: false })
  // What was asked before signing in answers that nobody is, however late: it is asked again instead.
  if (queryClient.isFetching({ queryKey: sessionKey }) > 0) void readAnew({ queryKey: sessionKey })
  heardSession(person)
  signInGate.open(person.id)
  void readAnew({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

/** Without a network this phone signs out at once, and the server is told before anything else is asked of it. */
export const signOut = async (): Promise<void> => {
  try {
    await call('DELETE /api/session')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'no_connection') throw error
    owedSignOut.owe()
    await emptyKept({ owed: true })
  }
  queryClient.setQueryData<Session>(sessionKey, { person: null, setupNeeded: false })
  const owes = owedSignOut.isOwed()
  heardSession(null)
  forget()
  await emptyKept(owes ? { owed: true } : undefined)
}
