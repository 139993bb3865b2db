import type { FilePurpose } from '#domain/files/file-types.ts'
import { ApiError, errorFrom } from '../data/api-error.ts'
import { contact } from '../../kit/time/contact.ts'
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
  { id, purpose, picture, onProgress, signal }: Sending,
  personId: string | null,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    // fetch says nothing of how much has gone.
    const request = new XMLHttpRequest()
    const { name, type } = picture
    const { url, headers } = fileRequest({ id, purpose, name, type }, personId ?? undefined)
    request.open('PUT', url)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      if (request.status < 500) contact.heard()
      resolve(new Response(request.responseText, { status: Math.max(200, request.status) }))
    })
    request.addEventListener('error', () => reject(new ApiError(0, 'no_connection')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture.blob)
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
