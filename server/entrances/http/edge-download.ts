import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** `/edge.tgz`: the program of the edge, as machines at sites fetch it. Holds no secret. */
export const mountEdgeProgram = (app: FastifyInstance, { edges }: Pick<Context, 'edges'>): void => {
  app.get('/edge.tgz', async (_request, reply) => {
    const { bytes } = await edges.program()
    return reply
      .type('application/gzip')
      .header('content-disposition', 'attachment; filename="edge.tgz"')
      .header('cache-control', 'no-cache')
      .send(bytes)
  })
}
