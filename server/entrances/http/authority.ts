import type { FastifyInstance } from 'fastify'

/** `/ca.crt`: the local certificate authority's public certificate, as phones and gateways import it. Holds no secret. */
export const mountAuthority = (app: FastifyInstance, authority: string | null): void => {
  if (authority === null) return
  app.get('/ca.crt', (_request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="sunkeeper-ca.crt"')
      .header('cache-control', 'no-cache')
      .send(authority),
  )
}
