import { mkdir } from 'node:fs/promises'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { Pool } from 'pg'
import { amqpScheme, readNodes } from '#server/platform/broker/amqp-address.ts'
import { allQueues } from '#server/platform/broker/amqp-topics.ts'
import { reconnectWaitMs } from '#gateway/link.ts'
import { openLooseLink } from '#tests/loose-link.ts'
import { benchSecret, gatewaySn, inverterSn, seedFleet } from '../../bench/seed.ts'
import { freePort } from '../free-port.ts'
import type { Rabbit } from '../rabbitmq.ts'
import { allArrived, countReadings } from './afterwards.ts'
import { becomeCustomer, type Customer } from './customer.ts'
import { type Sender, startSender } from './sender.ts'
import { startVictim, until, type Victim } from './victim.ts'

export type ClusterFigures = {
  rounds: number
  gateways: number
  messages: number
  again: number
  acknowledged: number
  stored: number
  /** Acknowledged readings that are not there, and rows beyond one for each reading. */
  missing: number
  doubled: number
  /** From each kill until readings that came in after it are stored, and until every gateway was acknowledged on a connection that stands, ms. */
  flowingMs: number[]
  allBackMs: number[]
  /** Gateways that were not when patience ended; what was lost and doubled is counted all the same. */
  notBack: number
  /** Killed nodes that never stood again. */
  notStanding: number
  /** What a gateway may not, and what became of it: true = refused. */
  refused: Record<string, boolean>
  /** From revoking a login until its connection was ended, and until it was not let in any more, ms. */
  endedMs: number
  shutOutMs: number
}

const PATIENCE_MS = 900_000
/** Of a machine that has more to do than it can, some four gateways a second come back. */
const PATIENCE_GATEWAY_MS = 250
const FLEET = 'CLUSTER'
const SPARE = 2
const MOST_ON_THEIR_WAY = 100

type Given = {
  gateways: number
  servers: number
  rounds: number
  /** Messages a second, of all gateways together. */
  perSecond: number
}

/** Gateways at three nodes of RabbitMQ, one or several servers behind them; each round the node that leads most queues is killed. */
export const clusterDrill = async (
  rabbit: Rabbit,
  { gateways, servers: count, rounds, perSecond }: Given,
  at: { folder: string; databaseUrl: string; ownerUrl: string },
  say: (line: string) => void = () => {},
): Promise<ClusterFigures> => {
  const servers: Victim[] = []
  const senders: Sender[] = []
  const pool = new Pool({ connectionString: at.ownerUrl, max: 2 })
  try {
    for (let n = 1; n <= count; n += 1) {
      const dataDir = path.join(at.folder, `server-${n}`)
      await mkdir(dataDir)
      const asked = n === 1 ? {} : { BROKER_AUTH_PORT: String(await freePort()) }
      const settings = { DATABASE_URL: at.databaseUrl, ...rabbit.settings, ...asked }
      servers.push(await startVictim(dataDir, rabbit.settings['MQTT_URL'] ?? '', settings))
    }
    const [server] = servers
    const customer = await becomeCustomer(
      () => server?.said().url ?? '',
      servers.at(-1)?.said().setupCode ?? '',
    )
    await seedFleet(pool, {
      name: FLEET,
      companyId: customer.companyId,
      stations: Math.ceil((gateways + SPARE) / 10),
      gateways: 10,
      inverters: 1,
      optimizers: 0,
    })
    const urlAt = (turn: number): string =>
      `mqtt://127.0.0.1:${rabbit.nodes[turn % rabbit.nodes.length]?.mqttPort ?? 0}`
    const refused = await askForTooMuch(rabbit, gateways, urlAt)
    say(`refused: ${JSON.stringify(refused)}`)
    const began = performance.now()
    const reporting = (): number => senders.filter((one) => one.reports()).length
    for (let n = 1; n <= gateways; n += 1) {
      // As an address with several answers: a node that is not there gives way to the next.
      let turn = n
      senders.push(
        startSender({
          url: () => urlAt(turn++),
          sn: gatewaySn(FLEET, n),
          secret: benchSecret,
          inverter: inverterSn(FLEET, n, 1),
          perSecond: perSecond / gateways,
          againMs: (failures) => reconnectWaitMs(failures, Math.random()),
          listensTo: ['cfg', 'cmd/req'],
        }),
      )
      // A fleet does not come in one moment: of a machine that has more to do than it can, fewer come in a second.
      if (n % 10 !== 0) continue
      await pause(625)
      await until('those before report', PATIENCE_MS, () => n - reporting() < MOST_ON_THEIR_WAY)
      if (n % 1_000 === 0) say(`${n} came within ${Math.round((performance.now() - began) / 1_000)} s`)
    }
    const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
    const everyone = (): boolean => senders.every((one) => one.reports())
    const patienceMs = Math.max(PATIENCE_MS, gateways * PATIENCE_GATEWAY_MS)
    await until('all gateways report', patienceMs, everyone)
    say(
      `${gateways} gateways report after ${Math.round((performance.now() - began) / 1_000)} s, load of the machine ${loadavg()[0]?.toFixed(1)}`,
    )
    const figures = {
      flowingMs: [] as number[],
      allBackMs: [] as number[],
      notBack: 0,
      notStanding: 0,
    }
    const storedSince = async (instant: number): Promise<boolean> => {
      const { rows } = await pool.query<{ seen: boolean }>(
        'SELECT EXISTS (SELECT FROM latest WHERE received_at > $1) AS seen',
        [new Date(instant)],
      )
      return rows[0]?.seen === true
    }
    for (let round = 1; round <= rounds; round += 1) {
      await pause(3_000 + Math.random() * 2_000)
      const leaders = await rabbit.leadersOf(allQueues)
      const leads = rabbit.nodes.map((_, n) => leaders.filter((leader) => leader === n).length)
      const most = leads.indexOf(Math.max(...leads))
      const victim = rabbit.nodes[most]
      if (victim === undefined) throw new Error('no node')
      await victim.kill()
      const [killedAt, instant] = [performance.now(), Date.now()]
      const since = () => performance.now() - killedAt
      // A second later nothing is left of what was taken before.
      await until('readings are stored', PATIENCE_MS, async () => {
        if (await storedSince(instant + 1_000)) return true
        await pause(100)
        return false
      })
      figures.flowingMs.push(since())
      say(`${round}/${rounds}: stored again after ${Math.round(since())} ms`)
      const back = await until('all gateways report again', patienceMs, everyone).then(
        () => gateways,
        reporting,
      )
      figures.allBackMs.push(since())
      figures.notBack += gateways - back
      say(
        `${round}/${rounds}: node ${most + 1} killed, which led ${leads[most]} of ${leaders.length} queues; stored again after ` +
          `${Math.round(figures.flowingMs.at(-1) ?? 0)} ms, ${back} gateways acknowledged after ${Math.round(since())} ms, ${acknowledged()} acknowledged; load of the machine ${loadavg()[0]?.toFixed(1)}`,
      )
      const startedAt = performance.now()
      const stands = await victim.start().then(
        () => true,
        (error: unknown) => {
          say(String(error))
          return false
        },
      )
      const tookMs = performance.now() - startedAt
      if (!stands) figures.notStanding += 1
      say(
        `${round}/${rounds}: node ${most + 1} ${stands ? 'stands' : 'does not stand'} after ${Math.round(tookMs)} ms`,
      )
    }
    const shut = await revoke(customer, pool, gateways, urlAt)
    const messages = await allArrived(senders, at.ownerUrl, perSecond)
    const counted = await countReadings(at.ownerUrl, senders)
    return {
      rounds,
      gateways,
      messages,
      again: senders.reduce((sum, { sent }) => sum + sent().again, 0),
      acknowledged: acknowledged(),
      ...counted,
      ...figures,
      refused,
      ...shut,
    }
  } finally {
    for (const sender of senders) sender.cut()
    await Promise.all(servers.map((one) => one.stop()))
    await pool.end()
  }
}

/** Each connection that asks for what no gateway may: true when it was ended, or never let in. */
const askForTooMuch = async (
  rabbit: Rabbit,
  gateways: number,
  urlAt: (turn: number) => string,
): Promise<Record<string, boolean>> => {
  const [own, other] = [gatewaySn(FLEET, gateways + 1), gatewaySn(FLEET, 1)]
  /** Whether the broker ends the connection, or does not open it. */
  const ends = async (
    login: { clientId: string; username: string; password: string },
    work: (client: mqtt.MqttClient) => void = () => {},
  ): Promise<boolean> => {
    const client = mqtt.connect(urlAt(0), { ...login, protocolVersion: 4, clean: true, reconnectPeriod: 0 })
    client.on('error', () => undefined)
    const over = new Promise<boolean>((resolve) => client.once('close', () => resolve(true)))
    client.once('connect', () => work(client))
    const ended = await Promise.race([over, pause(5_000, false)])
    client.end(true)
    return ended
  }
  const right = { clientId: own, username: own, password: benchSecret }
  const amqp = await import('amqplib')
  const byAmqp = await amqp
    .connect({
      hostname: '127.0.0.1',
      port: rabbit.nodes[0]?.amqpPort ?? 0,
      username: own,
      password: benchSecret,
      vhost: readNodes(rabbit.settings['AMQP_URL'] ?? '', amqpScheme)?.vhosts[0] ?? '',
    })
    .then(
      async (connection) => {
        await connection.close()
        return false
      },
      () => true,
    )
  return {
    'its own telemetry': await ends(right, (client) =>
      client.publish(`pv/v1/${own}/alarm`, '{}', { qos: 1 }),
    ),
    'a wrong secret': await ends({ ...right, password: 'guessed' }),
    'another client id': await ends({ ...right, clientId: other }),
    "another gateway's telemetry": await ends(right, (client) =>
      client.publish(`pv/v1/${other}/tele`, '{}', { qos: 1 }),
    ),
    'the same with dots': await ends(right, (client) =>
      client.publish(`pv.v1.${other}.tele`, '{}', { qos: 1 }),
    ),
    'a command to itself': await ends(right, (client) =>
      client.publish(`pv/v1/${own}/cmd/req`, '{}', { qos: 1 }),
    ),
    "another gateway's settings": await ends(right, (client) =>
      client.subscribe(`pv/v1/${other}/cfg`, { qos: 1 }),
    ),
    'settings of all': await ends(right, (client) => client.subscribe('pv/v1/+/cfg', { qos: 1 })),
    everything: await ends(right, (client) => client.subscribe('#', { qos: 1 })),
    'its login at AMQP': byAmqp,
  }
}

/** Revokes a login that is in use: how long its connection lives on, and how long it still gets in. */
const revoke = async (
  customer: Customer,
  pool: Pool,
  gateways: number,
  urlAt: (turn: number) => string,
): Promise<{ endedMs: number; shutOutMs: number }> => {
  const sn = gatewaySn(FLEET, gateways + SPARE)
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM device WHERE sn = $1', [sn])
  const { promise: over, resolve: onClose } = Promise.withResolvers<void>()
  const boot = '9f3c61d07ab2e415'
  const connect = (close: () => void) =>
    openLooseLink({
      url: urlAt(1),
      sn,
      secret: benchSecret,
      will: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' },
      listensTo: ['cfg'],
      onMessage: (topic) => void heard.add(topic),
      onClose: close,
    })
  const heard = new Set<string>()
  const link = await connect(onClose)
  await link.publish('status', { v: 1, state: 'online', boot, conn: 1, ts: Date.now(), sn, report_s: 300 })
  await until('settings come after a birth', PATIENCE_MS, () => heard.has(`pv/v1/${sn}/cfg`))
  await customer.confirm()
  await customer.ask(
    'DELETE /api/devices/{deviceId}/credentials',
    `/api/devices/${rows[0]?.id ?? ''}/credentials`,
  )
  const began = performance.now()
  await Promise.race([
    over,
    pause(PATIENCE_MS).then(() => Promise.reject(new Error('a revoked login lives on'))),
  ])
  const endedMs = performance.now() - began
  await until('a revoked login is refused', PATIENCE_MS, async () => {
    const again = await connect(() => {}).catch(() => null)
    again?.cut()
    if (again !== null) await pause(500)
    return again === null
  })
  return { endedMs, shutOutMs: performance.now() - began }
}
