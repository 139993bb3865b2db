import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import { openLooseLink } from '#tests/loose-link.ts'
import { readEnvironment } from '#server/env.ts'
import { type Installation, openInstallation } from '#server/main.ts'
import { emptyDatabase, testFolder } from '../database.ts'
import { becomeCustomer, type Credentials, type Customer } from './customer.ts'

const START = Date.UTC(2026, 5, 21, 4)
const minute = 60_000
const day = 24 * 60 * minute
const inverter = 'INVOLD0000001'

type Message = { channel: ChannelFromGateway; body: object }

/** What a gateway says between a start and its end: birth, inventory, an hour of readings, an alarm, answers, its will. */
const sessionOf = (sn: string, boot: string, fromTs: number, wh: number): Message[] => [
  // Sent at the end of the hour, with its clock right: a birth that is late says that the clock is.
  {
    channel: 'status',
    body: { v: 1, state: 'online', boot, conn: 1, ts: fromTs + 56 * minute, sn, report_s: 300 },
  },
  {
    channel: 'inv',
    body: { v: 1, boot, rev: 1, devices: [{ sn: inverter, t: 'inverter', rated_w: 20_000 }] },
  },
  ...Array.from({ length: 12 }, (_, n) => ({
    channel: 'tele' as const,
    body: {
      v: 1,
      boot,
      seq: n + 1,
      ts: fromTs + n * 5 * minute,
      d: [
        {
          sn: inverter,
          ts: fromTs + n * 5 * minute,
          st: 'grid',
          m: { p: 5_000 + n, e_tot: wh + n * 400 },
        },
      ],
    },
  })),
  {
    channel: 'alarm',
    body: {
      v: 1,
      boot,
      seq: 20,
      ev: 'raise',
      aid: `${inverter}:2062:1`,
      sn: inverter,
      code: '2062',
      lvl: 'emergent',
      ts: fromTs,
    },
  },
  { channel: 'cmd/res', body: { v: 1, id: `c-${boot}`, stage: 'accepted', ts: fromTs } },
  { channel: 'cmd/res', body: { v: 1, id: `c-${boot}`, stage: 'done', ts: fromTs, results: [] } },
  { channel: 'status', body: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' } },
]

/** Says all of it over one connection, each message acknowledged before the next. */
const say = async ({ user, secret, host, port }: Credentials, messages: readonly Message[]) => {
  const link = await openLooseLink({
    url: `mqtt://${host}:${port}`,
    sn: user,
    secret,
    will: { v: 1, state: 'offline', boot: randomBytes(8).toString('hex'), conn: 1, reason: 'lwt' },
    listensTo: [],
    onMessage: () => {},
    onClose: () => {},
  })
  for (const { channel, body } of messages) await link.publish(channel, body)
  await link.close()
}

describe('yesterday’s traffic', () => {
  let installation: Installation
  let customer: Customer
  let now = START
  const faults = ['uncaughtException', 'unhandledRejection'] as const
  const before = faults.map((fault) => process.rawListeners(fault))
  beforeAll(async () => {
    const env = readEnvironment({
      PORT: '0',
      MQTT_PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: await testFolder(),
      DATABASE_URL: await emptyDatabase(),
    })
    installation = await openInstallation(env, { verifyAnswers: true, clock: () => now })
    customer = await becomeCustomer(() => installation.url, installation.setupCode ?? '')
  })
  afterAll(() => installation.close())

  /** Every row of every table, as one hash a table. */
  const everything = async (): Promise<Record<string, string>> => {
    const { db } = installation.context
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(
      db,
    )
    const tables: Record<string, string> = {}
    // How far the rules have judged moves with the clock, whoever says what; answers to orders that nobody gave are
    // counted as often as they come; and what is marked to be computed again is taken away every second.
    const moving = ['rule_collection', 'gateway_drop', 'station_mark']
    for (const { name } of rows.filter((table) => !moving.includes(table.name))) {
      const { rows: all } = await sql<{ text: string }>`
        SELECT coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '') AS text FROM ${sql.table(name)} t`.execute(
        db,
      )
      tables[name] = createHash('sha256')
        .update(all[0]?.text ?? '')
        .digest('hex')
    }
    return tables
  }

  it('S6: the installation hears what nobody caught, and counts it', async () => {
    const own = faults.map((fault, at) =>
      process.rawListeners(fault).filter((one) => !before[at]?.includes(one)),
    )
    expect(own.map((listeners) => listeners.length)).toEqual([1, 1])
    for (const [listener] of own)
      Reflect.apply(listener ?? (() => {}), process, [new Error('nobody caught this')])
    const { metrics } = installation.context
    expect(await metrics.getSingleMetricAsString('sunkeeper_faults_total')).toMatch(
      /\nsunkeeper_faults_total 2$/,
    )
  })

  it('D9: recorded and sent again a day later, after a restart of the gateway, it changes no row of any table', async () => {
    const stationId = await customer.createStation({
      name: 'Recorded',
      timeZone: 'Asia/Shanghai',
      latitude: 31,
      longitude: 121,
      reportMin: 5,
    })
    const gateway = await customer.addGateway(stationId, 'GWOLD0000001')
    now = START + 56 * minute
    const yesterday = sessionOf(gateway.user, randomBytes(8).toString('hex'), START, 1_000_000)
    await say(gateway, yesterday)

    now = START + day + 56 * minute
    const today = sessionOf(gateway.user, randomBytes(8).toString('hex'), START + day, 1_020_000)
    // It is still connected: its will was not said.
    await say(gateway, today.slice(0, -1))
    await installation.jobs.runNow('roll-up')
    // Whom an alarm is told, and what it costs, is worked off by itself; here it is, before anything is compared.
    await installation.jobs.runNow('messages')
    await installation.jobs.runNow('alarm costs')
    const before = await everything()
    expect(Object.keys(before).length).toBeGreaterThan(20)

    for (let round = 0; round < 2; round += 1) {
      now += minute
      await say(gateway, yesterday)
      // Nor does its disorder.
      await say(gateway, yesterday.toReversed())
    }
    await installation.jobs.runNow('roll-up')
    await installation.jobs.runNow('alarm costs')
    const after = await everything()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed).toEqual([])
    const { devices } = await customer.ask(
      'GET /api/stations/{stationId}/devices',
      `/api/stations/${stationId}/devices`,
    )
    expect(devices.find(({ sn }) => sn === inverter)).toMatchObject({
      powerW: 5_011,
      lastAt: START + day + 55 * minute,
    })
  })
})
