import { Agent } from 'node:http'
import { Client, type Pool } from 'pg'
import { handlersWith } from '#server/entrances/http/handlers.ts'
import { openLiveHub } from '#server/entrances/live/live-routes.ts'
import { routes } from '#contract/http/routes.ts'
import { createHttp } from '#server/entrances/http/serve.ts'
import { makeContext } from '#server/roles/make-context.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { createLog } from '#server/platform/log.ts'
import { untilAnswered } from './ask.ts'

/** Requests of a server, and the statements of each of them alone. */

const WARM_UP = 8
const REPLAYERS = 8

type Statement = { text: string; values: unknown[]; from: number; to: number }

/** Statements that ran at the same time stand together, in the order of the request. */
const waves = (statements: readonly Statement[]): Statement[][] => {
  const found: Statement[][] = []
  let end = -1
  for (const one of statements.toSorted((a, b) => a.from - b.from)) {
    if (one.from >= end) found.push([])
    found.at(-1)?.push(one)
    end = Math.max(end, one.to)
  }
  return found
}

const isNamed = (given: unknown): given is { text: unknown; values: unknown } =>
  typeof given === 'object' && given !== null && 'text' in given && 'values' in given

/** All statements of this process's connections while `work` runs. */
const recorded = async (work: () => Promise<void>): Promise<Statement[]> => {
  const statements: Statement[] = []
  const original = Client.prototype.query
  const watched = function (this: Client, ...given: unknown[]): unknown {
    const [first, second] = given
    const { text, values } = isNamed(first) ? first : { text: first, values: second }
    const from = performance.now()
    const answer: unknown = Reflect.apply(original, this, given)
    if (typeof text === 'string' && Array.isArray(values) && answer instanceof Promise) {
      const one = { text, values, from, to: Number.POSITIVE_INFINITY }
      statements.push(one)
      const ended = (): void => void (one.to = performance.now())
      answer.then(ended, ended)
    }
    return answer
  }
  Client.prototype.query = watched as typeof original
  try {
    await work()
  } finally {
    Client.prototype.query = original
  }
  return statements
}

const httpSettings = {
  secure: false,
  publicOrigin: null,
  shellOrigins: [],
  tls: null,
  appDir: null,
  verifyAnswers: false,
  rates: { perAddress: 1_000_000, perAccount: 1_000_000 },
}

export type Asking = {
  /** Milliseconds of a request, and of its statements alone. */
  request: (path: string, cookie: string) => Promise<number>
  bare: (path: string, cookie: string) => Promise<() => Promise<number>>
  stop: () => Promise<void>
}

/** Asks the server that works on this database. */
export const askServer = async (
  server: { url: string; databaseUrl: string },
  { db, pool }: { db: Db; pool: Pool },
): Promise<Asking> => {
  const replayers = await Promise.all(
    Array.from({ length: REPLAYERS }, async () => {
      const client = new Client({ connectionString: server.databaseUrl })
      await client.connect()
      return client
    }),
  )
  const context = makeContext({ db, pool, log: createLog('silent'), clock: Date.now })
  const app = await createHttp({
    context,
    routes,
    handlers: handlersWith(openLiveHub(context)),
    settings: httpSettings,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    request: (path, cookie) => untilAnswered(`${server.url}${path}`, cookie, agent),
    bare: async (path, cookie) => {
      const steps = waves(
        await recorded(async () => void (await app.inject({ url: path, headers: { cookie } }))),
      )
      return async () => {
        const began = performance.now()
        for (const step of steps)
          await Promise.all(
            replayers.map(async (client, first) => {
              for (const one of step.filter((_, n) => n % REPLAYERS === first))
                await client.query(one.text, one.values)
            }),
          )
        return performance.now() - began
      }
    },
    stop: async () => {
      agent.destroy()
      await app.close()
      await Promise.all(replayers.map((client) => client.end()))
    },
  }
}

/** `mostMs`: no new turn after so long, beyond the first few. */
type Turns = { turns: number; warmUp?: number; mostMs?: number }
const LEAST_TURNS = 3

/** Each thing in turn, so that what else the machine does meets all of them alike. */
export const inTurn = async (
  { turns, warmUp = WARM_UP, mostMs = Number.POSITIVE_INFINITY }: Turns,
  things: readonly (() => Promise<number>)[],
): Promise<number[][]> => {
  const found = things.map((): number[] => [])
  const endsAt = performance.now() + mostMs
  for (let turn = -warmUp; turn < turns; turn += 1) {
    if (turn >= LEAST_TURNS && performance.now() > endsAt) break
    for (const [n, thing] of things.entries()) {
      const value = await thing()
      if (turn >= 0) found[n]?.push(value)
    }
  }
  return found
}
