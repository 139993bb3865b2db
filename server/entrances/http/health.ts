import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** Null when ready, else one word for what is still missing. */
export type Readiness = () => Promise<string | null> | string | null

const PATIENCE_MS = 1_000

const inTime = async (work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/api/health`: 200 when people can be served, 503 with the missing part otherwise. `impaired` names what does not
 * keep them from it: `mqtt` = gateways cannot be reached, figures grow old.
 */
export const mountHealth = (
  app: FastifyInstance,
  context: Context,
  { ready, impaired = () => [] }: { ready?: Readiness; impaired?: () => string[] } = {},
): void => {
  app.get('/api/health', async (_request, reply) => {
    const missing = (await ready?.()) ?? null
    const wanting = missing ?? ((await inTime(sql`select 1`.execute(context.db))) ? null : 'database')
    const without = impaired()
    return reply
      .code(wanting === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ...(wanting === null ? { status: 'ready' } : { status: 'unavailable', missing: wanting }),
        ...(without.length === 0 ? {} : { impaired: without }),
      })
  })
}
