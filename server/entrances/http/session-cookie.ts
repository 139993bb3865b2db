import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_LONGEST_MS } from '../../features/accounts/device-cookie.ts'
import type { SessionCookie } from '../../call.ts'
import { SESSION_LONGEST_MS } from '../../features/accounts/session-store.ts'

/** The `__Host-` prefix makes browsers refuse the cookie from subdomains, other paths and plain http. */
const nameOf = (secure: boolean): string => (secure ? '__Host-sunkeeper' : 'sunkeeper')

export const readSessionCookie = (request: FastifyRequest, secure: boolean): string | null =>
  request.cookies[nameOf(secure)] ?? null

/**
 * `framed`: for a page in a frame of another site. Browsers keep such a cookie only when it is SameSite=None and Secure
 * (loopback counts as secure), and Partitioned ties it to that one site around it.
 */
export const writeSessionCookie = (
  reply: FastifyReply,
  secure: boolean,
  token: string | null,
  { framed = false, lastsMs = SESSION_LONGEST_MS }: SessionCookie = {},
): void => {
  const own = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const options = framed ? ({ ...own, sameSite: 'none', secure: true, partitioned: true } as const) : own
  if (token === null) void reply.clearCookie(nameOf(secure), options)
  else void reply.setCookie(nameOf(secure), token, { ...options, maxAge: Math.floor(lastsMs / 1000) })
}

const deviceName = (secure: boolean): string => `${nameOf(secure)}-device`

export const readDeviceCookie = (request: FastifyRequest, secure: boolean): string | null =>
  request.cookies[deviceName(secure)] ?? null

/** Stays when the session ends: it opens nothing, and says only that somebody signed in here before. */
export const writeDeviceCookie = (reply: FastifyReply, secure: boolean, device: string): void =>
  void reply.setCookie(deviceName(secure), device, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: DEVICE_LONGEST_MS / 1000,
  })
