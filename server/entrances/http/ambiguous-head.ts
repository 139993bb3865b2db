import type { IncomingMessage } from 'node:http'

/**
 * Whether a request can be read in two ways: by a proxy for one host or with one end, by the server for another. Two
 * Host headers, and a Transfer-Encoding that is not exactly `chunked`.
 */
export const hasAmbiguousHead = ({ rawHeaders, headers }: IncomingMessage): boolean => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const encoding = headers['transfer-encoding']
  return hosts.length > 1 || (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked')
}
