import { isIP } from 'node:net'

/** Whether only this machine can reach what listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** The host of a URL as sockets know it: an IPv6 address without its brackets. */
export const bareHost = (hostname: string): string => hostname.replaceAll(/[[\]]/g, '')
