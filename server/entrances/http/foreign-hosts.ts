import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { errors, sentence } from '#domain/errors.ts'
import { isOwnHost, namesOfCertificate } from '../../platform/http/host-names.ts'
import { Refusal } from '../../platform/refusal.ts'

type Names = {
  publicOrigin: string | null
  tls: { cert: string } | null
  hostNames?: readonly string[]
}

/**
 * Refuses what comes under a name that is not this server's, before anything else is answered: a stranger's page whose
 * name points here would be of one origin with it. A browser gets a page that says which setting to make.
 */
export const refuseForeignHosts = (
  app: FastifyInstance,
  { publicOrigin, tls, hostNames = [] }: Names,
): void => {
  const known = [
    ...(publicOrigin === null ? [] : [new URL(publicOrigin).hostname]),
    ...(tls === null ? [] : namesOfCertificate(tls.cert)),
    ...hostNames,
    hostname(),
  ]
  app.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request.headers.host, known)) return undefined
    if (request.url.startsWith('/api/')) throw new Refusal('wrong_host')
    return reply
      .code(errors.wrong_host.status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${sentence('wrong_host', 'zh_CN')}\n\n${sentence('wrong_host', 'en')}\n`)
  })
}
