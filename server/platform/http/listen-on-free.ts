import type { FastifyInstance } from 'fastify'

const TRIES = 50

/** Listens on the wanted port, or on the next free one after it; gives the port. 0 takes any. */
export const listenOnFree = async (
  app: FastifyInstance,
  host: string,
  wanted: number,
  moved: (wanted: number, port: number) => void,
): Promise<number> => {
  for (let port = wanted; ; port += 1) {
    try {
      await app.listen({ host, port })
      if (port !== wanted) moved(wanted, port)
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || wanted === 0 || port - wanted >= TRIES) throw error
    }
  }
}
