import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../../platform/refusal.ts'

const isWrite = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Refuses writes that another site made a browser send. Browsers say where a request comes from in Sec-Fetch-Site and
 * Origin; clients that are no browsers send neither and carry no cookie by themselves. Together with SameSite cookies
 * and the JSON content type, which no form can send.
 */
export const refuseCrossSite = (
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string | null,
  takesFile = false,
): void => {
  if (!isWrite(method)) return
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site')
  const origin = headers.origin
  if (origin !== undefined && origin !== publicOrigin && hostOf(origin) !== headers.host) {
    throw new Refusal('cross_site')
  }
  // Nothing is unpacked, so a small body cannot become a large one.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('wrong_type')
  // No form and no script of another site can send a PUT unasked, whatever its content type.
  if (takesFile && method === 'PUT') return
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (hasBody && !/^application\/json(?:\s*;\s*charset=utf-8)?\s*$/i.test(headers['content-type'] ?? '')) {
    throw new Refusal('wrong_type')
  }
}
