import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerUnreadable } from './client-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a file: its body has the server's whole patience. */
    upload?: boolean
  }
}

const sendsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends connections whose request is not there whole `requestMs` after its headers, unless its route takes uploads:
 * those have what the server itself allows. Addresses of no route wait as little as any other.
 */
export const limitBodies = (app: FastifyInstance, requestMs: number): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.upload !== true && sendsBody(request))
      watch(request.raw, reply.raw, requestMs)
    done()
  })
}

const tooSlow = Object.assign(new Error('a body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const watch = (request: IncomingMessage, answer: ServerResponse, requestMs: number): void => {
  const timer = setTimeout(() => {
    if (request.complete) return
    // Who was refused before the body came has an answer already.
    if (answer.headersSent) request.socket.destroySoon()
    else answerUnreadable(tooSlow, request.socket)
  }, requestMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}
