import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { addDays } from '#domain/telemetry/local-days.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { ask, untilAnswered } from './ask.ts'
import { type Benchmark, figure, quantile } from './figure.ts'
import { startInstallation } from './installation.ts'
import { type Fleet, seedFleet, seedPerson, seedState } from './seed.ts'

const DAY_MS = 86_400_000
/** Days of energy, and of readings of the large station. */
const DAYS = 400
const READ_DAYS = 41
/** People of the company that asks for as much as it may, and what each has open at once. */
const PEOPLE = 3
const AT_ONCE = 20
/** One of so many hangs up after so long, ms. */
const LEAVES_EVERY = 4
const LEAVES_MS = 300
/** Whoever is refused asks again after so long, ms, whatever the answer says of it: 20 a second of each person, as the rates allow. */
const AGAIN_MS = 1_000
const TURNS = 40
const WARM_UP = 4
/**
 * Between two looks at home, ms: three a second are far more than a person's, and less than counts as much
 * (`fair-queue.ts`) or as too many (`rate-limits.ts`), for then it would be measured how those hold whoever looks.
 */
const PAUSE_MS = 300
/** So long it is measured at most, ms: some turns say enough of what takes seconds. */
const LONGEST_MS = 30_000
/** What a phone asks for at home. */
const HOME = ['/api/home', '/api/stations?limit=20', '/api/troubles', '/api/messages/unread']

/** Readings by day of the large station's inverters: twelve hours of each day, every five minutes. */
const seedReadings = async (pool: Pool, now: number): Promise<void> => {
  const first = utcDayStart(now) - READ_DAYS * DAY_MS
  const days = Array.from({ length: READ_DAYS + 1 }, (_, day) => first + day * DAY_MS)
  await ensurePartitions(pool, days)
  for (const day of days)
    await pool.query(
      `INSERT INTO reading (device_no, ts, received_at, hist, state, p, f, u, i, t, e_tot)
       SELECT no, at, at, false, 1, 9000 + no % 40 * 25 + n % 30, 50, '{230,231,229}', '{9,9,9}', 40, 1e7 + n * 10
         FROM device, generate_series(0, 143) AS n, LATERAL (SELECT $1::timestamptz + n * interval '5 min') AS t(at)
        WHERE kind = 'inverter' AND sn LIKE 'BLINV%' AND at <= $2`,
      [new Date(day), new Date(now)],
    )
  await pool.query('ANALYZE reading')
}

type Load = { name: string; paths: readonly string[] }

/**
 * What a company may ask for beside another one's home: each kind of long read by some people at once, some of whom hang
 * up. Home's requests are measured with and without them by turns.
 */
export const benchShares: Benchmark = async (print) => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  const quietAgent = new Agent({ keepAlive: true, maxSockets: HOME.length })
  const loudAgent = new Agent({ keepAlive: true, maxSockets: PEOPLE * AT_ONCE })
  try {
    const now = Date.now()
    const quiet = await makeCompany(db, now, 'Quiet')
    const loud = await makeCompany(db, now, 'Loud')
    const fleet = (name: string, companyId: string, shape: Omit<Fleet, 'name' | 'companyId'>) =>
      seedFleet(pool, { name, companyId, ...shape })
    await fleet('BQ', quiet, { stations: 20, gateways: 1, inverters: 3, optimizers: 6 })
    await fleet('BL', loud, { stations: 1, gateways: 1, inverters: 100, optimizers: 0 })
    await fleet('BD', loud, { stations: 1, gateways: 4, inverters: 1, optimizers: 1_999 })
    await fleet('BM', loud, { stations: 300, gateways: 1, inverters: 3, optimizers: 0 })
    await seedState(pool, now, DAYS)
    await seedReadings(pool, now)
    const idOf = async (sql: string): Promise<string> => String((await pool.query(sql)).rows[0].id)
    const large = `/api/stations/${await idOf(`SELECT id FROM station WHERE code = 'BL-S1'`)}`
    const many = `/api/stations/${await idOf(`SELECT id FROM station WHERE code = 'BD-S1'`)}`
    const gateway = await idOf(`SELECT id FROM device WHERE kind = 'gateway' AND sn LIKE 'BDGW%'`)
    const today = new Date(now).toISOString().slice(0, 10)
    const period = `from=${addDays(today, -30)}&to=${today}`
    const year = today.slice(0, 4)
    const loads: Load[] = [
      {
        name: 'rehearsals',
        paths: [`${large}/alarm-rules/rehearsal?rule=below_peers&threshold=5`],
      },
      { name: 'om', paths: [`${large}/om/table?${period}`, `${large}/om?${period}`] },
      {
        name: 'reports',
        paths: [`/api/report/table?of=${year}`, `${large}/report/table?of=${year}`, `/api/report?of=${year}`],
      },
      {
        name: 'charts',
        paths: [
          `${large}/energy?period=year`,
          `${large}/balance?period=year`,
          `${large}/coverage?period=year`,
          `${large}/comparison?period=year`,
          '/api/coverage?period=year',
        ],
      },
      {
        name: 'devices',
        paths: [
          `${many}/devices`,
          `/api/gateways/${gateway}/children`,
          `/api/devices/${gateway}`,
          `${many}/heat`,
        ],
      },
      {
        name: 'lists',
        paths: ['/api/station-pins', '/api/stations?limit=100', '/api/home', '/api/attention?limit=100'],
      },
    ]
    const person = await seedPerson(db, now, 'installer', quiet)
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, () => seedPerson(db, now, 'installer', loud)),
    )

    const home = async (): Promise<{ took: number[]; failed: number }> => {
      const took: number[] = []
      let failed = 0
      const over = performance.now() + LONGEST_MS
      for (let turn = -WARM_UP; turn < TURNS && performance.now() < over; turn += 1) {
        const began = performance.now()
        const answers = await Promise.all(HOME.map((path) => ask(server.url + path, person, quietAgent)))
        failed += answers.filter(({ status }) => status !== 200).length
        if (turn >= 0 || performance.now() >= over) took.push(performance.now() - began)
        await pause(PAUSE_MS)
      }
      return { took, failed }
    }
    const begin = (paths: readonly string[]) => {
      const over = new AbortController()
      const seen = { answered: 0, refused: 0, left: 0, failed: 0 }
      let asked = 0
      const work = async (cookie: string): Promise<void> => {
        while (!over.signal.aborted) {
          asked += 1
          const path = paths[asked % paths.length] ?? ''
          const leaves = asked % LEAVES_EVERY === 0
          const signal = leaves ? AbortSignal.any([over.signal, AbortSignal.timeout(LEAVES_MS)]) : over.signal
          const status = await ask(server.url + path, cookie, loudAgent, signal).then(
            (answer) => answer.status,
            () => null,
          )
          if (status === 200) seen.answered += 1
          else if (status === null) seen.left += 1
          else if (status === 429 || status === 503) seen.refused += 1
          else seen.failed += 1
          if (status !== 200) await pause(status === null ? 1 : AGAIN_MS)
        }
      }
      const workers = people.flatMap((cookie) => Array.from({ length: AT_ONCE }, () => work(cookie)))
      return {
        seen,
        end: async () => {
          over.abort()
          await Promise.all(workers)
        },
      }
    }

    for (const { name, paths } of loads) {
      const alone: number[] = []
      for (const path of paths) {
        // The load before may have asked for as much as an account may in a minute.
        const ms = await untilAnswered(server.url + path, people[0] ?? '', loudAgent)
        alone.push(ms)
        print(figure(`shares.${name}.alone`, ms, 'ms', path.replaceAll(/[0-9a-f-]{36}/g, '…')))
      }
      const idle = await home()
      const load = begin(paths)
      await pause(1_500)
      const busy = await home().finally(load.end)
      const { answered, refused, left, failed } = load.seen
      const against = `${PEOPLE * AT_ONCE} ${name} at once by another company; answered ${answered}, refused ${refused}, left ${left}, failed ${failed}`
      for (const [what, q] of [
        ['p50', 0.5],
        ['p95', 0.95],
      ] as const)
        print(
          figure(
            `shares.${name}.${what}`,
            quantile(busy.took, q) / quantile(idle.took, q),
            'ratio',
            `home ${quantile(busy.took, q).toFixed(0)} ms beside ${quantile(idle.took, q).toFixed(0)} ms idle; ${against}`,
            '<= 2',
          ),
        )
      print(figure(`shares.${name}.failed`, busy.failed, 'answers', 'of home that were none', '= 0'))
      // What was begun for whoever has left comes to its end.
      await pause(3_000)
    }
  } finally {
    quietAgent.destroy()
    loudAgent.destroy()
    await close()
    await server.stop()
  }
}
