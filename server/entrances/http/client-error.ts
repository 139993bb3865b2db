import type { Socket } from 'node:net'

const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * What is no HTTP, comes too slowly or with too many headers never becomes a request: a bare answer is written by hand
 * and the connection ends, so that nothing after it is taken for a request either.
 */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  const begun = (socket as Socket & { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent
  if (error.code !== 'ECONNRESET' && socket.writable && begun !== true) {
    socket.write(
      [
        `HTTP/1.1 ${statusOf[error.code ?? ''] ?? '400 Bad Request'}`,
        'connection: close',
        'content-length: 0',
        'cache-control: no-store',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options: nosniff',
        '',
        '',
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}
