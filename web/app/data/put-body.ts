import { contact } from '../../kit/time/contact.ts'
import { ApiError } from './api-error.ts'

type Put = {
  url: string
  headers: Readonly<Record<string, string>>
  body: Blob
  /** 0 to 1, of what has gone. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file once and says how much of it has gone. @throws ApiError `no_connection`; DOMException `AbortError` */
export const putBody = ({ url, headers, body, onProgress, signal }: Put): Promise<Response> =>
  new Promise((resolve, reject) => {
    // fetch says nothing of how much has gone.
    const request = new XMLHttpRequest()
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
    request.send(body)
  })
