import { X509Certificate } from 'node:crypto'
import type { Context } from '../../context.ts'
import { bareHost, isLoopback } from '../../platform/loopback.ts'

/** SHA-256 of a certificate as it is in the connection (DER), hex. */
export const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()

/** The name by which another machine finds this server: as the caller does, unless that is this machine itself. */
const reachableOrigin = ({ mqtt, edges }: Pick<Context, 'mqtt' | 'edges'>, origin: string): string => {
  const url = new URL(origin)
  const { host } = mqtt.address()
  if (!edges.secure || !isLoopback(bareHost(url.hostname)) || isLoopback(host)) return origin
  url.hostname = host.includes(':') ? `[${host}]` : host
  return url.origin
}

/** A server that the machine does not trust yet is not believed: what came is compared with what the app says. */
const fetching = async ({ authority, program }: Context['edges'], serverUrl: string): Promise<string> =>
  authority === null
    ? `curl -fsSL ${serverUrl}/edge.tgz | tar xz`
    : `curl -fsSk ${serverUrl}/edge.tgz -o edge.tgz && echo "${(await program()).sha256}  edge.tgz" | sha256sum -c && tar xzf edge.tgz`

/**
 * What a person does at the site. With a certificate that is not publicly trusted the command carries the fingerprint of
 * its authority, by which the edge knows the server.
 */
export const howToPair = async (context: Pick<Context, 'mqtt' | 'edges'>, origin: string, code: string) => {
  const { edges } = context
  const serverUrl = reachableOrigin(context, origin)
  const authoritySha256 = edges.authority === null ? null : fingerprintOf(edges.authority)
  const trust = authoritySha256 === null ? '' : ` --authority ${authoritySha256}`
  const startCommand = `npm run edge -- --server ${serverUrl} --code ${code}${trust}`
  const command = `${await fetching(edges, serverUrl)} && cd sunkeeper-edge && npm ci && ${startCommand}`
  return { serverUrl, authoritySha256, command, startCommand, qr: command, needsTls: !edges.secure }
}
