import { ApiError } from './api-error.ts'
import { newId } from './new-id.ts'

/** A call that was begun and whose answer may have been lost. It stays with the draft. */
export type Attempt = { key: string; body: string }

/**
 * The same call again goes out under the key it had, and so is carried out once; another body needs another key.
 */
export const attemptFor = (before: Attempt | null, body: unknown): Attempt => {
  const written = JSON.stringify(body)
  return before?.body === written ? before : { key: newId(), body: written }
}

/** Whether a call that failed so may have been carried out all the same: then the next try has to be the same one. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === 'key_running' ||
  error.code === 'unreadable'
