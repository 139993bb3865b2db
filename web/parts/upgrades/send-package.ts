import { putBody } from '../../app/data/put-body.ts'
import { errorFrom } from '../../app/data/api-error.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { confirmGate } from '../../app/acts/confirm-gate.ts'
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
  putBody({
    url: `/api/packages/${id}`,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'application/octet-stream',
    },
    body: file,
    onProgress,
    signal,
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
