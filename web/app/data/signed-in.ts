import type { Answer } from './call-types.ts'
import { dataKey, queryClient } from './query.ts'

/** Who is signed in as far as this page knows, outside React; undefined until it has been read. */
export const sessionNow = (): Answer<'GET /api/session'> | undefined =>
  queryClient.getQueryData<Answer<'GET /api/session'>>(dataKey('GET /api/session'))

/** The signed-in person's id; null while unknown or signed out. */
export const personIdNow = (): string | null => sessionNow()?.person?.id ?? null
