import type { FilePurpose } from '#domain/files/file-types.ts'
import { errorFrom } from '../data/api-error.ts'
import { putBody } from '../data/put-body.ts'
import { fileRequest } from '../data/file-request.ts'
import { signInGate } from '../data/sign-in-gate.ts'
import { personIdNow } from '../data/signed-in.ts'
import type { Picture } from './shrink.ts'

type Sending = {
  /** Made here: sending again is the same file. */
  id: string
  purpose: FilePurpose
  picture: Picture
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

const once = (
  { id, purpose, picture: { name, type, blob }, onProgress, signal }: Sending,
  personId: string | null,
): Promise<Response> =>
  putBody({
    ...fileRequest({ id, purpose, name, type }, personId ?? undefined),
    body: blob,
    onProgress,
    signal,
  })

/**
 * Sends a picture. @throws ApiError. A session that has ended is renewed by the sign-in sheet and it goes on; somebody
 * else who signs in there does not send it.
 */
export const sendFile = async (sending: Sending): Promise<void> => {
  const personId = personIdNow()
  for (;;) {
    const response = await once(sending, personId)
    if (response.ok) return
    const error = await errorFrom(response)
    if (error.code !== 'signed_out') throw error
    const signedIn = await signInGate.pass()
    if (personId !== null && signedIn !== personId) throw error
    sending.signal.throwIfAborted()
  }
}
