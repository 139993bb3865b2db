import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { startGateways } from './gateways.ts'
import { startInstallation } from './installation.ts'
import { messageReadings, readingsPerMessage } from './messages.ts'
import { noonAt, seedFleet } from './seed.ts'

const GATEWAYS = 32
const MESSAGES = 100
const ROUNDS = 5
const STEP_MS = 10_000

const columns = `device_no, ts, received_at, hist, state, flags, p, q, f, t, p_dc, u_in, i_in, u_out, u, i, e_tot,
  rssi, closed, keepalive, mppt, raw, u1, u2, u3, i1, i2, i3, trackers`

/** The rows of a round as text, the way psql has them in a file. */
const rowsAsText = async (client: Client, from: number, to: number): Promise<Buffer> => {
  const span = `ts >= '${new Date(from).toISOString()}' AND ts < '${new Date(to).toISOString()}'`
  const parts: Buffer[] = []
  const stream = client.query(
    copyTo(`COPY (SELECT ${columns} FROM reading WHERE ${span} ORDER BY ts, device_no) TO STDOUT`),
  )
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Milliseconds of a COPY, committed, into a table of the same form that is empty and keyed or not. */
const copyMs = async (client: Client, rows: Buffer, keyed: boolean): Promise<number> => {
  await client.query(
    `DROP TABLE IF EXISTS bare; CREATE TABLE bare (LIKE reading INCLUDING DEFAULTS ${keyed ? 'INCLUDING INDEXES' : ''})`,
  )
  const began = performance.now()
  const copy = client.query(copyFrom(`COPY bare (${columns}) FROM STDIN`))
  for (let at = 0; at < rows.length; at += 65_536) copy.write(rows.subarray(at, at + 65_536))
  copy.end()
  await finished(copy)
  return performance.now() - began
}

const PATIENCE_MS = 10_000

/** Waits until the energy of what came before is computed, so that neither side pays for the other's round. */
const settled = async (client: Client): Promise<void> => {
  const lateAt = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query('SELECT 1 FROM energy_due LIMIT 1')
    if (rows.length === 0 || performance.now() > lateAt) return
    await pause(200)
  }
}

/**
 * Readings from gateways through the broker into the database, each acknowledged after its commit, as a share of what
 * COPY brings into a bare table of the same form in the same database.
 */
export const benchIntake: Benchmark = async (print) => {
  const server = await startInstallation()
  const database = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  const client = new Client({ connectionString: server.databaseUrl })
  try {
    await client.connect()
    const companyId = await makeCompany(database.db, Date.now(), 'Bench')
    await seedFleet(database.pool, {
      name: 'BI',
      companyId,
      stations: GATEWAYS,
      gateways: 1,
      ...messageReadings,
    })
    const base = Date.now() - 20 * 3_600_000
    // Power is said by daylight, whenever it is measured: in the dark each reading is held against those beside it.
    const { longitude, timeZone } = noonAt(base)
    await database.pool.query(
      `UPDATE station SET time_zone = $2, latitude = 20, longitude = abs($1::float8), east = $1 >= 0`,
      [longitude, timeZone],
    )
    const gateways = await startGateways(server.mqttPort, 'BI', GATEWAYS)
    const rates: { intake: number; keyed: number; bare: number }[] = []
    let lost = 0
    for (let round = 0; round <= ROUNDS; round += 1) {
      await settled(client)
      const fromTs = base + round * MESSAGES * STEP_MS
      const sent = await gateways.ask({
        kind: 'burst',
        boot: randomUUID().slice(0, 8),
        messages: MESSAGES,
        fromTs,
        stepMs: STEP_MS,
        hist: false,
      })
      const readings = sent.messages * readingsPerMessage
      const text = await rowsAsText(client, fromTs, fromTs + MESSAGES * STEP_MS)
      const stored = await client.query(`SELECT count(*)::int AS n FROM reading WHERE ts >= $1 AND ts < $2`, [
        new Date(fromTs),
        new Date(fromTs + MESSAGES * STEP_MS),
      ])
      if (stored.rows[0].n !== readings)
        throw new Error(`${stored.rows[0].n} of ${readings} readings are there`)
      lost += sent.lost
      await settled(client)
      const perSecond = (ms: number): number => (readings * 1000) / ms
      const one = {
        intake: perSecond(sent.ms),
        keyed: perSecond(await copyMs(client, text, true)),
        bare: perSecond(await copyMs(client, text, false)),
      }
      // The first round warms up: compiled code, prepared partitions, files that grow.
      if (round > 0) rates.push(one)
    }
    await gateways.end()
    const of = (ratio: (one: (typeof rates)[number]) => number): number => median(rates.map(ratio))
    print(
      figure(
        'intake.ratio',
        of(({ intake, keyed }) => intake / keyed),
        'ratio',
        'COPY of the same rows into a bare table with the same key',
        '>= 0.45',
      ),
    )
    print(
      figure(
        'intake.ratio.unkeyed',
        of(({ intake, bare }) => intake / bare),
        'ratio',
        'COPY of the same rows into a table without any key',
      ),
    )
    print(
      figure(
        'intake.rate',
        of(({ intake }) => intake),
        'readings/s',
        'PUBACK after COMMIT, 20 a message',
      ),
    )
    print(
      figure(
        'intake.copy',
        of(({ keyed }) => keyed),
        'readings/s',
        'COPY, with the key',
      ),
    )
    print(
      figure(
        'intake.copy.unkeyed',
        of(({ bare }) => bare),
        'readings/s',
        'COPY, without any key',
      ),
    )
    print(figure('intake.broken', lost, 'links', 'links that the server broke meanwhile', '= 0'))
  } finally {
    await client.end()
    await database.close()
    await server.stop()
  }
}
