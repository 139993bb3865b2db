import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Client, type Pool, type PoolClient } from 'pg'
import type { Db } from './handle.ts'
import type { Tables } from './tables.ts'

/** node-postgres does not type it. */
type WithProcess = PoolClient & { processID?: number | null }

/** A statement that was on its way to the database when it was asked to end it is ended by the next question. */
const AGAIN_MS = 250

/** Ends what a connection is doing; in vain it does no harm, as the timeout of statements ends it too. */
const cancel = async (pool: Pool, client: WithProcess): Promise<void> => {
  const control = new Client(pool.options)
  control.on('error', () => {})
  try {
    await control.connect()
    // As the login itself: the role of everyday work may not end what its login does, where the two are not one.
    await control.query('SET ROLE NONE')
    await control.query('SELECT pg_cancel_backend($1)', [client.processID])
  } catch {
    // The database is away, and so is what it did.
  } finally {
    await control.end().catch(() => {})
  }
}

/**
 * A handle over the pool's connections for one piece of work that ends with `gone`: its running statements are cancelled
 * at the database, it begins none, and it gets no connection any more. A connection on which something was cancelled is closed and never
 * given to others, whom a late cancelling would hit.
 */
export const endingWith = (pool: Pool, gone: AbortSignal): Db => {
  const held = new Set<PoolClient>()
  const end = async (client: PoolClient): Promise<void> => {
    while (held.has(client)) {
      await cancel(pool, client)
      await pause(AGAIN_MS, undefined, { ref: false })
    }
  }
  gone.addEventListener('abort', () => {
    for (const client of held) void end(client)
  })
  const connect = async (): Promise<PostgresPoolClient> => {
    gone.throwIfAborted()
    const client = await pool.connect()
    if (gone.aborted) {
      client.release()
      gone.throwIfAborted()
    }
    held.add(client)
    return {
      // Kysely hands a text and its values over, or a cursor, of which we have none.
      query: (async (text: string, values: unknown[]) => {
        gone.throwIfAborted()
        return client.query(text, values)
      }) as never,
      release: () => {
        held.delete(client)
        client.release(gone.aborted)
      },
    }
  }
  const connections: PostgresPool = { connect, end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
}
