import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LONGEST_MS } from '../accounts/sessions.ts'

/** The `__Host-` prefix makes browsers refuse the cookie from subdomains, other paths and plain http. */
const nameOf = (secure: boolean): string => (secure ? '__Host-sunkeeper' : 'sunkeeper')

export const readSessionCookie = (request: FastifyRequest, secure: boolean): string | null =>
  request.cookies[nameOf(secure)] ?? null

export const writeSessionCookie = (reply: FastifyReply, secure: boolean, token: string | null): void => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  if (token === null) void reply.clearCookie(nameOf(secure), options)
  else void reply.setCookie(nameOf(secure), token, { ...options, maxAge: SESSION_LONGEST_MS / 1000 })
}
