import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** Ends of names that only a network of one's own gives out (RFC 6761, 6762, 8375; usual routers). */
const ownEnds = ['localhost', 'local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain']

/** The name in a Host header without port and final dot, in lower case; null when there is none to read. */
const nameIn = (host: string): string | null => {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^[\]:/?#@\\\s]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '') ?? null
}

/** The names that a certificate is for; `*.` stands for one label. */
export const namesOfCertificate = (pem: string): string[] => {
  const said = new X509Certificate(pem).subjectAltName ?? ''
  return [...said.matchAll(/DNS:([^\s,"]+)/g)].map(([, name = '']) => name)
}

const isNamed = (name: string, known: string): boolean =>
  known.startsWith('*.')
    ? name.slice(name.indexOf('.') + 1) === known.slice(2) && name.includes('.')
    : name === known

/**
 * Whether a Host header names this server. A page of a stranger whose name is made to point here (DNS rebinding) comes
 * with that name; no stranger can have an address, a name of one label or one that only the own network gives out, and
 * so a first installation is reached without a setting. `known`: what it is called beyond that.
 */
export const isOwnHost = (host: string | undefined, known: readonly string[]): boolean => {
  // A caller of HTTP/1.0: no browser.
  if (host === undefined || host === '') return true
  const name = nameIn(host)
  if (name === null) return false
  if (isIP(name) !== 0 || !name.includes('.')) return true
  return (
    ownEnds.some((end) => name.endsWith(`.${end}`)) || known.some((one) => isNamed(name, one.toLowerCase()))
  )
}
