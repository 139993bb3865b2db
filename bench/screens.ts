import { Agent, get } from 'node:http'
import { Client } from 'pg'
import { handlersWith } from '#server/entrances/http/handlers.ts'
import { openLiveHub } from '#server/entrances/live/live-routes.ts'
import { routes } from '#contract/http/routes.ts'
import { createHttp } from '#server/entrances/http/serve.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure, quantile } from './figure.ts'
import { startInstallation } from './installation.ts'
import { seedFleet, seedPerson, seedState } from './seed.ts'

/** Devices of the person's own company, and of the installation when it is large: 10 a station. */
const OWN_STATIONS = 20
const LARGE_STATIONS = 2_000
const shape = { gateways: 1, inverters: 3, optimizers: 6 }
const DAYS = 30
const TURNS = 60
const TURNS_WIDE = 20
const WARM_UP = 8
const REPLAYERS = 8
/** Screens that sum over all that somebody sees. */
const wide = new Set(['home', 'station-list', 'om-page'])

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

/** All statements of this process's connections while `work` runs. */
const recorded = async (work: () => Promise<void>): Promise<Statement[]> => {
  const statements: Statement[] = []
  const original = Client.prototype.query
  const watched = function (this: Client, ...given: unknown[]): unknown {
    const [text, values] = given
    const from = performance.now()
    const answer: unknown = Reflect.apply(original, this, given)
    if (typeof text === 'string' && Array.isArray(values) && answer instanceof Promise) {
      const one = { text, values, from, to: Number.POSITIVE_INFINITY }
      statements.push(one)
      void answer.finally(() => void (one.to = performance.now()))
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

const ask = (agent: Agent, url: string, cookie: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    get(url, { agent, headers: { cookie, accept: 'application/json' } }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${url}: ${response.statusCode}`))
      })
    }).on('error', reject)
  })

type World = {
  /** A person's cookie: of the company with 200 devices, and of somebody who sees everything. */
  own: string
  everything: string
  screens: { name: string; path: string }[]
  /** Milliseconds of a request, and of its statements alone. */
  request: (path: string, cookie: string) => Promise<number>
  bare: (path: string, cookie: string) => Promise<() => Promise<number>>
  stop: () => Promise<void>
}

const silent = createLog('silent')
const httpSettings = {
  secure: false,
  publicOrigin: null,
  shellOrigins: [],
  tls: null,
  appDir: null,
  verifyAnswers: false,
  rates: { perAddress: 1_000_000, perAccount: 1_000_000 },
}

/** An installation with the company's stations and `others` around them. */
const makeWorld = async (others: number): Promise<World> => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, silent)
  const companyId = await makeCompany(db, Date.now(), 'Own')
  await seedFleet(pool, { name: 'BS', companyId, stations: OWN_STATIONS, ...shape })
  if (others > 0) {
    const other = await makeCompany(db, Date.now(), 'Others')
    await seedFleet(pool, { name: 'BX', companyId: other, stations: others, ...shape })
  }
  await seedState(pool, Date.now(), DAYS)
  const idOf = async (sql: string): Promise<string> => String((await pool.query(sql)).rows[0].id)
  const station = await idOf(`SELECT id FROM station WHERE code = 'BS-S1'`)
  const device = (kind: string): Promise<string> =>
    idOf(`SELECT id FROM device WHERE station_id = '${station}' AND kind = '${kind}' ORDER BY no LIMIT 1`)
  const replayers = await Promise.all(
    Array.from({ length: REPLAYERS }, async () => {
      const client = new Client({ connectionString: server.databaseUrl })
      await client.connect()
      return client
    }),
  )
  const context = makeContext({ db, pool, log: silent, clock: Date.now })
  const app = await createHttp({
    context,
    routes,
    handlers: handlersWith(openLiveHub(context)),
    settings: httpSettings,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    own: await seedPerson(db, Date.now(), 'installer', companyId),
    everything: await seedPerson(db, Date.now(), 'administrator', companyId),
    screens: [
      { name: 'home', path: '/api/home' },
      { name: 'station-list', path: '/api/stations?limit=50' },
      { name: 'station-detail', path: `/api/stations/${station}` },
      { name: 'inverter-detail', path: `/api/devices/${await device('inverter')}` },
      { name: 'gateway-detail', path: `/api/devices/${await device('gateway')}` },
      { name: 'om-page', path: '/api/troubles' },
    ],
    request: (path, cookie) => ask(agent, `${server.url}${path}`, cookie),
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
      await close()
      await server.stop()
    },
  }
}

/** Each thing in turn, so that what else the machine does meets all of them alike. */
const inTurn = async (turns: number, things: readonly (() => Promise<number>)[]): Promise<number[][]> => {
  const found = things.map((): number[] => [])
  for (let turn = -WARM_UP; turn < turns; turn += 1)
    for (const [n, thing] of things.entries()) {
      const value = await thing()
      if (turn >= 0) found[n]?.push(value)
    }
  return found
}

/**
 * What each screen asks for first: how much the server adds to the bare statements, and whether a person's screens
 * stay as quick when the installation around them grows from 200 devices to 20,000.
 */
export const benchScreens: Benchmark = async (print) => {
  const small = await makeWorld(0)
  const large = await makeWorld(LARGE_STATIONS - OWN_STATIONS).catch(async (error: unknown) => {
    await small.stop()
    throw error
  })
  try {
    for (const [n, { name, path }] of large.screens.entries()) {
      const before = small.screens[n]?.path ?? path
      const [request = [], bare = [], alone = []] = await inTurn(TURNS, [
        () => large.request(path, large.own),
        await large.bare(path, large.own),
        () => small.request(before, small.own),
      ])
      const p95 = quantile(request, 0.95)
      const what = `screen.${name}`
      const among = '20,000 devices around'
      print(
        figure(
          `${what}.overhead`,
          p95 / quantile(bare, 0.95),
          'ratio',
          `p95 beside its statements alone, ${among}`,
          '<= 2',
        ),
      )
      print(
        figure(
          `${what}.growth`,
          p95 / quantile(alone, 0.95),
          'ratio',
          `p95 with ${among}, beside 200 in all`,
          '<= 1.5',
        ),
      )
      print(figure(`${what}.p95`, p95, 'ms', among))
    }
    for (const { name, path } of large.screens.filter((one) => wide.has(one.name))) {
      const [request = [], bare = []] = await inTurn(TURNS_WIDE, [
        () => large.request(path, large.everything),
        await large.bare(path, large.everything),
      ])
      const p95 = quantile(request, 0.95)
      const who = 'for somebody who sees all 20,000 devices'
      print(
        figure(
          `screen.${name}.all`,
          p95 / quantile(bare, 0.95),
          'ratio',
          `p95 beside its statements alone, ${who}`,
          '<= 2',
        ),
      )
      print(figure(`screen.${name}.all.p95`, p95, 'ms', who))
    }
  } finally {
    await small.stop()
    await large.stop()
  }
}
