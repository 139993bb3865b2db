import type { FastifyInstance } from 'fastify'
import type { Who } from '../../features/accounts/who.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks and when it came; null until its route has looked. */
    caller: { who: Who | null; now: number } | null
  }
}

/** Gives every request a place for its caller. Before the routes. */
export const rememberCallers = (app: FastifyInstance): void => void app.decorateRequest('caller', null)
