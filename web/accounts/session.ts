import { useData, dataKey, queryClient } from '../data/query.ts'
import { call, callAs, type Answer } from '../data/call.ts'
import { liveDoor } from '../data/live-door.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { keepUserInfo } from './user-info.ts'

export type Session = Answer<'GET /api/session'>
export type Person = NonNullable<Session['person']>

const sessionKey = dataKey('GET /api/session')

export const useSession = () => useData('GET /api/session', undefined, { staleTime: 5 * 60_000 })

/** The signed-in person; null while unknown or signed out. */
export const usePerson = (): Person | null => useSession().data?.person ?? null

let present: string | null = null

/** Called with every answer that says who is signed in. */
export const heardSession = (person: Person | null): void => {
  callAs(person?.id ?? null)
  keepUserInfo(person)
  present = person?.id ?? null
  if (person) liveDoor.open()
  else liveDoor.close()
}

/** The sheet closes, what waited goes on, and another person sees nothing of the one before. */
export const signedIn = (person: Person): void => {
  const other = present !== null && present !== person.id
  if (other) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  queryClient.setQueryData<Session>(sessionKey, { person, setupNeeded: false })
  heardSession(person)
  signInGate.open(person.id)
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

export const signOut = async (): Promise<void> => {
  await call('DELETE /api/session')
  heardSession(null)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  queryClient.setQueryData<Session>(sessionKey, { person: null, setupNeeded: false })
}
