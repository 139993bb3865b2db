import { useData } from '../data/query.ts'
import { usePerson } from './session.ts'

/** How many messages were not read; 0 while unknown or signed out. */
export const useUnread = (): number => {
  const person = usePerson()
  const found = useData('GET /api/messages/unread', undefined, {
    enabled: person !== null,
    staleTime: 60_000,
  })
  return person === null ? 0 : (found.data?.unread ?? 0)
}
