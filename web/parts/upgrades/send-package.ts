import { ApiError, errorFrom } from '../../app/data/api-error.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { confirmGate } from '../../app/acts/confirm-gate.ts'
import { contact } from '../../kit/time/contact.ts'
import { signInGate } from '../../app/data/sign-in-gate.ts'

type Sending = {
  /** Made here: sending again is the same package. */
  id: string
  file: Blob
  /** 0 to 1; at 1 the server checks what it has. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

const once = ({ id, file, onProgress, signal }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    // fetch says nothing of how much has gone.
    const request = new XMLHttpRequest()
    request.open('PUT', `/api/packages/${id}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', document.documentElement.lang)
    request.setRequestHeader('content-type', 'application/octet-stream')
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
    request.send(file)
  })

/** Sends a package. @throws ApiError. It waits for a sign-in, and for the password where that is wanted again. */
export const sendPackage = async (sending: Sending): Promise<Answer<'PUT /api/packages/{packageId}'>> => {
  for (;;) {
    const response = await once(sending)
    if (response.ok) return (await response.json()) as Answer<'PUT /api/packages/{packageId}'>
    const error = await errorFrom(response)
    if (error.code === 'sign_in_again') {
      if (!(await confirmGate.pass())) throw error
    } else if (error.code === 'signed_out') await signInGate.pass()
    else throw error
    sending.signal.throwIfAborted()
    sending.onProgress(0)
  }
}
