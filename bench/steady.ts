import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { SHARDS } from '#server/platform/db/shards.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure, type Print, quantile } from './figure.ts'
import { type Gateways, startGateways } from './gateways.ts'
import { startInstallation } from './installation.ts'
import { hotC, isHot, type OneReading, usualC } from './messages.ts'
import { processorTime } from './processor-time.ts'
import { noonAt, seedFleet } from './seed.ts'

const fleet = 'BT'
const DEVICES = 20_000
const GATEWAYS = 400
const PER_SECOND = 4_500
/** Of the processors of the machine that the aim speaks of. */
const CORES = 2
const WARM_UP_MS = 15_000
const MINUTE = 60_000
/** Rules are judged at each of these steps of the clock, a minute after it at the earliest, looked for every half minute. */
const STEP_MS = 5 * MINUTE
const JUDGED_AFTER_MS = 2 * MINUTE
const PATIENCE_MS = 2 * MINUTE

/** Where it is noon; and an hour of readings already, so that a rule which waits a quarter of one has what it needs. */
const seedHour = async (pool: Pool, now: number): Promise<void> => {
  const { longitude, timeZone } = noonAt(now)
  await pool.query(
    `UPDATE station SET time_zone = $2, latitude = 20, longitude = abs($1::float8), east = $1 >= 0`,
    [longitude, timeZone],
  )
  await ensurePartitions(
    pool,
    [0, 1].map((hours) => utcDayStart(now - hours * 60 * MINUTE)),
  )
  await pool.query(
    `INSERT INTO reading (device_no, ts, received_at, hist, state, p, t)
     SELECT no, ts, ts, false, 1, 6000, CASE WHEN substring(sn FROM '[0-9]+$')::int = ANY($2) THEN $3::real ELSE $4::real END
       FROM device, generate_series($1::timestamptz - interval '1 hour', $1, interval '5 minutes') AS ts
      WHERE kind = 'inverter' ORDER BY ts, no`,
    [new Date(now), Array.from({ length: 1_000 }, (_, n) => n).filter(isHot), hotC, usualC],
  )
  // The rules begin half an hour ago, in what is there already: a quarter of one is waited for before something is raised.
  await pool.query(
    `INSERT INTO rule_collection (shard, done_until, listening_since)
     SELECT shard, date_bin('5 minutes', $1::timestamptz, 'epoch') - interval '30 minutes', $1::timestamptz - interval '1 hour'
       FROM generate_series(0, $2::int - 1) AS shard
     ON CONFLICT (shard) DO UPDATE SET done_until = excluded.done_until, listening_since = excluded.listening_since`,
    [new Date(now), SHARDS],
  )
  await pool.query('VACUUM (ANALYZE) station, reading')
}

/** Waits until the rules have judged what was there before, so that nobody pays for it who is measured. */
const judgedBefore = async (pool: Pool, ts: number): Promise<void> => {
  for (const lateAt = performance.now() + PATIENCE_MS; performance.now() < lateAt; await pause(500)) {
    const { rows } = await pool.query<{ done: boolean }>(
      'SELECT bool_and(done_until >= $1) AS done FROM rule_collection',
      [new Date(ts)],
    )
    if (rows[0]?.done === true) return
  }
  throw new Error('the rules did not come to the present')
}

type Run = { name: string; values: OneReading; forMs: number; perSecond: number; aim: string }

const measure = async (
  print: Print,
  pool: Pool,
  { server, gateways }: { server: { pid: number }; gateways: Gateways },
  { name, values, forMs, perSecond, aim }: Run,
): Promise<void> => {
  const send = (boot: string, ms: number): ReturnType<Gateways['ask']> =>
    gateways.ask({ kind: 'steady', boot, perSecond, forMs: ms, values })
  const stored = async (): Promise<number> =>
    Number((await pool.query<{ n: string }>('SELECT count(*) AS n FROM reading')).rows[0]?.n)
  const storedBefore = await stored()
  // Compiled code, plans, files that grow; and the first readings of all devices.
  const warm = await send(`${name}-warm`, WARM_UP_MS)
  const before = processorTime(server.pid)
  const sent = await send(`${name}-${randomUUID().slice(0, 8)}`, forMs)
  const after = processorTime(server.pid)
  const lost = storedBefore + warm.messages + sent.messages - (await stored())
  const share = (ms: number): number => (ms / sent.ms / CORES) * 100
  const [serverMs, databaseMs] = [after.serverMs - before.serverMs, after.databaseMs - before.databaseMs]
  const all = serverMs + databaseMs
  const rate = (sent.messages * 1000) / sent.ms
  const of = `of ${CORES} cores, ${rate.toFixed(0)} messages/s with ${values} over ${(sent.ms / 1000).toFixed(0)} s`
  print(figure(`steady.${name}.processor`, share(all), '%', of, aim))
  print(figure(`steady.${name}.server`, share(serverMs), '%', 'of it, the server with its broker'))
  print(figure(`steady.${name}.database`, share(databaseMs), '%', 'of it, PostgreSQL'))
  print(
    figure(`steady.${name}.generator`, share(sent.processorMs), '%', 'beside it, not counted: the gateways'),
  )
  print(
    figure(`steady.${name}.message`, (all * 1000) / sent.messages, 'µs', 'of a processor, a message stored'),
  )
  print(
    figure(
      `steady.${name}.rate`,
      rate,
      'messages/s',
      'each acknowledged after its commit',
      `>= ${(perSecond * 0.99).toFixed(0)}`,
    ),
  )
  for (const [what, q] of [
    ['median', 0.5],
    ['p99', 0.99],
  ] as const)
    print(figure(`steady.${name}.wait.${what}`, quantile(sent.waitsMs, q), 'ms', 'message to PUBACK'))
  print(
    figure(
      `steady.${name}.lost`,
      lost,
      'readings',
      `of ${warm.messages + sent.messages} acknowledged`,
      '= 0',
    ),
  )
  print(figure(`steady.${name}.broken`, sent.lost + warm.lost, 'links', 'that the server broke', '= 0'))
}

/**
 * Small messages without a pause: so many devices behind some hundred gateways, each message one reading, acknowledged
 * after its commit. What of the processors the server and its database take, the gateways counted apart.
 */
export const benchSteady: Benchmark = async (print, { minutes, size }) => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  let gateways: Gateways | null = null
  try {
    const now = Date.now()
    const count = Math.max(1, Math.round(GATEWAYS * size))
    const devices = { inverters: DEVICES / GATEWAYS, optimizers: 0 }
    const companyId = await makeCompany(db, now, 'Steady')
    await seedFleet(pool, { name: fleet, companyId, stations: count, gateways: 1, ...devices })
    await seedHour(pool, now)
    await judgedBefore(pool, now - STEP_MS - JUDGED_AFTER_MS)
    gateways = await startGateways(server.mqttPort, fleet, count, devices)
    const world = { server, gateways }
    const perSecond = PER_SECOND * size
    // ThingsBoard says 48 % of two processors for its own.
    const aim = '<= 24'
    const forMs = minutes * MINUTE
    await measure(print, pool, world, { name: 'one', values: 'one value', forMs, perSecond, aim })
    const judged = Math.ceil((Date.now() + MINUTE) / STEP_MS) * STEP_MS + JUDGED_AFTER_MS
    await measure(print, pool, world, {
      name: 'three',
      values: 'three values',
      forMs: Math.max(forMs, judged - Date.now() - WARM_UP_MS),
      perSecond,
      aim,
    })
    const hot = count * Array.from({ length: devices.inverters }, (_, n) => n + 1).filter(isHot).length
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(DISTINCT device_id)::int AS n FROM alarm WHERE code = 'RULE-OVER-TEMPERATURE' AND status = 'unsolved'`,
    )
    print(
      figure(
        'steady.three.alarms',
        rows[0]?.n ?? 0,
        'alarms',
        `of ${hot} inverters that are too hot`,
        `= ${hot}`,
      ),
    )
  } finally {
    await gateways?.end()
    await close()
    await server.stop()
  }
}
