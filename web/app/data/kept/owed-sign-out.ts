import { ApiError } from '../api-error.ts'
import { newId } from '../../../kit/new-id.ts'
import { emptyKept } from './kept-store.ts'

let owed = false
let telling: Promise<void> | null = null

const tell = async (): Promise<void> => {
  const response = await fetch('/api/session', {
    method: 'DELETE',
    headers: { 'idempotency-key': newId() },
  }).catch(() => null)
  if (response === null || (!response.ok && response.status !== 401)) throw new ApiError(0, 'no_connection')
  owed = false
  await emptyKept()
}

/** A sign-out that the server has not heard of yet: nothing is asked of it in between, as whoever it would be. */
export const owedSignOut = {
  isOwed: (): boolean => owed,
  owe: (): void => {
    owed = true
  },
  /** Resolves at once when nothing is owed. @throws ApiError `no_connection` while the server cannot be told. */
  settle: async (): Promise<void> => {
    if (owed) await (telling ??= tell().finally(() => (telling = null)))
  },
}
