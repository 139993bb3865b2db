import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteSpec } from '#contract/http/route.ts'
import { contentDisposition } from '#domain/files/display-name.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Download, Upload } from '../../call.ts'

/** So much more is read and thrown away after a refusal, for so long, so that the refusal can be read. */
const [PATIENT_BYTES, PATIENT_MS] = [4 * 1024 * 1024, 1_000]

/** @throws Refusal `file_too_large`, or `tooLarge`, before anything is read, when the sender says so itself. */
export const readUpload = (
  request: FastifyRequest,
  { maxBytes, tooLarge = 'file_too_large' }: NonNullable<RouteSpec['upload']>,
): Upload => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Refusal(tooLarge)
  // Without any body there is no stream either.
  return {
    body: (request.body as Readable | undefined) ?? Readable.from([]),
    type: (request.headers['content-type'] ?? '').slice(0, 200),
  }
}

/** The rest of a body that nobody wants: a little is read, then the connection ends with the answer. */
export const readAway = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    const { raw } = request
    if (raw.readableEnded || raw.destroyed) return resolve()
    void reply.header('connection', 'close')
    let bytes = 0
    const timer = setTimeout(() => stop(), PATIENT_MS)
    const stop = (): void => {
      clearTimeout(timer)
      raw.off('data', count)
      resolve()
    }
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > PATIENT_BYTES) stop()
    }
    raw.on('data', count)
    for (const event of ['end', 'close', 'error']) raw.once(event, stop)
  })

/**
 * Never kept by anything between, never taken for a page, never run. Its length is said before it comes: what breaks off
 * ends the connection, and nobody takes a part for the whole. @throws Refusal `not_found`; StoreTrouble
 */
export const sendFile = async (
  reply: FastifyReply,
  { open, type, name, inline }: Download,
): Promise<FastifyReply> => {
  const file = await open()
  if (file === null) {
    reply.log.error('a stored file is missing')
    throw new Refusal('not_found')
  }
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition(inline ? 'inline' : 'attachment', name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('content-length', file.bytes)
    .type(type)
    .send(file.body)
}
