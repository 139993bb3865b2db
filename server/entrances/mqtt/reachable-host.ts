import { networkInterfaces } from 'node:os'
import type { Environment } from '../../env.ts'

/** The name that a gateway can use: what is bound to, else the public name, else this machine's first address. */
export const reachableHost = ({ publicUrl }: Pick<Environment, 'publicUrl'>, boundTo: string): string => {
  if (boundTo !== '0.0.0.0' && boundTo !== '::') return boundTo
  if (publicUrl !== null) return new URL(publicUrl).hostname
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
