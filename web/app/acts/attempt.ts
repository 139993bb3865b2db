import { ApiError } from '../data/api-error.ts'
import { newId } from '../../kit/new-id.ts'

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

/**
 * Keys for a form that stays open: the same for as long as the same is tried. Once it is done, or surely was not, the
 * same again (a review that is withdrawn a second time) is another act, which the server must not take for the first.
 */
export const createTries = () => {
  let attempt: Attempt | null = null
  return {
    keyFor: (body: unknown): string => {
      attempt = attemptFor(attempt, body)
      return attempt.key
    },
    done: (): void => {
      attempt = null
    },
  }
}

/**
 * Where the attempt of a form with a draft lies: it is written down with that before it is begun, so that a lost answer
 * makes nothing twice after a reload either. Once it is done, the draft is over.
 */
export type KeptAttempt = { present: () => Attempt | null; keep: (attempt: Attempt) => unknown }

export const keptKey = async ({ present, keep }: KeptAttempt, body: unknown): Promise<string> => {
  const attempt = attemptFor(present(), body)
  await keep(attempt)
  return attempt.key
}
