import type { Context } from '../../context.ts'
import { bareHost, isLoopback } from '../../platform/loopback.ts'

const urlOf = (host: string, port: number, tls: boolean): string =>
  `${tls ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Where an edge connects to, and by which authority it checks whom it meets there. One that has come under a name by
 * which the built-in broker can be found, too, stays with that name: its certificate was right for it.
 */
export const brokerFor = (
  { mqtt, edges, broker }: Pick<Context, 'mqtt' | 'edges' | 'broker'>,
  origin: string,
  builtIn: boolean,
): { broker: string; authority: string | null } => {
  const local = builtIn ? edges.localBroker() : null
  if (local !== null) return { broker: urlOf(local.host, local.port, false), authority: null }
  const { host, port, tls } = mqtt.address()
  const came = bareHost(new URL(origin).hostname)
  const known = broker === 'built_in' && edges.publicOrigin === null && tls && !isLoopback(came)
  return { broker: urlOf(known ? came : host, port, tls), authority: tls ? edges.brokerAuthority : null }
}
