// Longer than other files: the loop is one sequence, and its figures are counted where they come from.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../free-port.ts'
import { startHaproxy } from '../haproxy.ts'
import { allArrived, countReadings, energyBeside, type EnergyBeside } from './afterwards.ts'
import { type AlarmingGateway, countAlarms, startAlarmingGateway } from './alarming-gateway.ts'
import { becomeCustomer } from './customer.ts'
import { type ObeyingGateway, startObeyingGateway } from './obeying-gateway.ts'
import { type Sender, startSender } from './sender.ts'
import { startCommander, startReaders, startWriter } from './stubborn-people.ts'
import { startVictim, until, type Victim } from './victim.ts'

/** A cluster of databases whose primary is replaced by itself, as seen from outside. */
export type DatabaseCluster = {
  readonly url: string
  readonly ownerUrl: string
  members: () => Promise<{ name: string; role: string; state: string; timeline: number }[]>
  primary: () => Promise<string | null>
  kill: (name: string) => void
  freeze: (name: string) => void
  start: (name: string) => void
}

/** An open page of the app, from which it is never gone away. */
export type OpenPage = { shows: (alarmCode: string) => Promise<boolean>; reloaded: () => Promise<boolean> }

export type FailoverFigures = {
  /** From the end of the primary until each gateway had a reading acknowledged, until a write of a person succeeded and until the open page showed an alarm that was raised meanwhile, ms. */
  acknowledgedMs: number[]
  writtenMs: number[]
  liveMs: number[]
  /** From its start until the one before was a standby again, ms. */
  standbyMs: number[]
  messages: number
  acknowledged: number
  stored: number
  missing: number
  doubled: number
  energy: EnergyBeside[]
  /** What people asked for; refused while nobody led, and refused at any other time. */
  requests: number
  refusedMeanwhile: number
  refusedElse: string[]
  /** The longest that somebody waited for any answer, ms. */
  longestMs: number
  /** Acts of people, and the longest that one was repeated until it was answered, ms; in the ledger, verified, done by gateways, and those that were done other than once. */
  acts: number
  actMs: number
  commands: number
  verified: number
  effects: number
  wrong: number
  /** Alarms that were acknowledged, their rows, and how often the same was counted or told to one person again. */
  alarms: number
  alarmRows: number
  alarmsAgain: number
  /** Starts it took a server that was started while nobody led. */
  starts: number
  serversGone: number
  reloaded: boolean
}

const GATEWAYS = 4
const OBEYING = 3
const RATE = 60
const PATIENCE_MS = 180_000
const BEGIN_MS = 23 * 3_600_000
/** So long after a server writes again another may still find out; what is refused then is not counted as the fault of something else. */
const GRACE_MS = 5_000

type Outage = { from: number; to: number }

const inDatabase = async <T extends object>(url: string, text: string): Promise<T[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Two servers on a cluster of databases whose primary ends while gateways report, people read, write and command, and a
 * page is open: killed with signal 9 in each of `rounds`, and in `frozen` more it stands still with its connections open.
 */
export const failoverLoop = async (
  { rounds, frozen }: { rounds: number; frozen: number },
  cluster: DatabaseCluster,
  folder: string,
  openPage: (url: string, station: string) => Promise<OpenPage>,
  say: (line: string) => void = () => {},
): Promise<FailoverFigures> => {
  const servers: Victim[] = []
  const senders: Sender[] = []
  const obeying: ObeyingGateway[] = []
  const ends: (() => unknown)[] = []
  try {
    const ports = [await freePort(), await freePort()]
    const mqttPort = await freePort()
    for (const [n, port] of ports.entries()) {
      const dataDir = path.join(folder, `server-${n + 1}`)
      await mkdir(dataDir)
      servers.push(
        await startVictim(dataDir, null, {
          DATABASE_URL: cluster.url,
          DATABASE_OWNER_URL: cluster.ownerUrl,
          PORT: String(port),
          ...(n === 0 ? { MQTT_PORT: String(mqttPort) } : { ROLES: 'api,worker' }),
        }),
      )
    }
    const balancer = await startHaproxy(ports)
    ends.push(() => balancer.stop())
    const { url } = balancer
    // Each start makes a new one.
    const customer = await becomeCustomer(() => url, servers.at(-1)?.said().setupCode ?? '')
    const brokerUrl = () => `mqtt://127.0.0.1:${mqttPort}`
    const make = (name: string) =>
      customer.createStation({ name, timeZone: 'UTC', latitude: 48, longitude: 11, reportMin: 5 })
    const stations: string[] = []
    for (let n = 1; n <= GATEWAYS; n += 1) {
      const station = await make(`Failover-${n}`)
      stations.push(station)
      const { user, secret } = await customer.addGateway(station, `GWOVER00000${n}`)
      const inverter = `INVOVER0000${n}`
      const fromTs = Date.now() - BEGIN_MS
      senders.push(startSender({ url: brokerUrl, sn: user, secret, inverter, fromTs, perSecond: RATE }))
    }
    const ordered = await make('Under-orders')
    for (let n = 1; n <= OBEYING; n += 1) {
      const { user, secret } = await customer.addGateway(ordered, `GWOBEY00000${n}`)
      obeying.push(startObeyingGateway(brokerUrl, user, secret))
    }
    const alarmed = await make('Alarmed')
    const login = await customer.addGateway(alarmed, 'GWALARM000001')
    const alarming: AlarmingGateway = startAlarmingGateway(
      brokerUrl,
      login.user,
      login.secret,
      'INVALARM00001',
    )
    ends.push(() => alarming.stop())
    const commissioning = `/api/stations/${ordered}/commissioning`
    const { gateways } = await customer.ask('GET /api/stations/{stationId}/commissioning', commissioning)
    const page = await openPage(url, alarmed)
    const people = startReaders(customer, stations)
    const writer = startWriter(customer, alarmed)
    const commander = startCommander(
      customer,
      gateways.map(({ id }) => id),
    )
    ends.push(
      () => people.stop(),
      () => writer.stop(),
      () => commander.cut(),
    )

    const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
    const whole = async (): Promise<boolean> => {
      await pause(300)
      const found = await cluster.members().catch(() => [])
      const roles = found
        .map(({ role }) => role)
        .toSorted()
        .join(' ')
      return (
        roles === 'leader replica sync_standby' &&
        found.every(({ state }) => state === 'running' || state === 'streaming') &&
        new Set(found.map(({ timeline }) => timeline)).size === 1
      )
    }
    const times = {
      acknowledgedMs: [] as number[],
      writtenMs: [] as number[],
      liveMs: [] as number[],
      standbyMs: [] as number[],
    }
    const outages: Outage[] = []
    let starts = 0
    for (let round = 1; round <= rounds + frozen; round += 1) {
      await until('the cluster is whole', PATIENCE_MS, whole)
      const before = acknowledged()
      await until('readings are acknowledged', PATIENCE_MS, () => acknowledged() > before + 100)
      await pause(Math.random() * 5_000)
      const victim = await cluster.primary()
      if (victim === null) throw new Error('nobody leads')
      const still = round > rounds
      const from = performance.now()
      if (still) cluster.freeze(victim)
      else cluster.kill(victim)
      const code = `F-${round}`
      alarming.raise(code)
      const late = servers[1]
      const starting =
        still && late !== undefined
          ? (async () => {
              await late.killServer()
              for (let tries = 1; ; tries += 1) {
                const up = await late.start().then(
                  () => true,
                  () => false,
                )
                if (up) return tries
                await pause(1_000)
              }
            })()
          : null
      // What was committed before may be acknowledged after.
      await pause(500)
      const atKill = senders.map((sender) => sender.acknowledged.size)
      const since = async (what: string, done: () => boolean | Promise<boolean>): Promise<number> => {
        await until(what, PATIENCE_MS, done)
        return performance.now() - from
      }
      const [readMs, wroteMs, sawMs] = await Promise.all([
        since('readings are acknowledged again', () =>
          senders.every((sender, n) => sender.acknowledged.size > (atKill[n] ?? 0) + 1),
        ),
        since('a write succeeds', () => writer.seen.lastDoneOf > from),
        since('the open page shows the alarm', async () => {
          await pause(100)
          return page.shows(code)
        }),
      ])
      times.acknowledgedMs.push(readMs)
      times.writtenMs.push(wroteMs)
      times.liveMs.push(sawMs)
      starts = Math.max(starts, (await starting) ?? 0)
      outages.push({ from, to: performance.now() + GRACE_MS })
      await pause(GRACE_MS)
      cluster.kill(victim)
      const startedAt = performance.now()
      cluster.start(victim)
      await until('the one before is a standby', PATIENCE_MS, async () => {
        const found = await cluster.members().catch(() => [])
        const one = found.find(({ name }) => name === victim)
        return one?.role !== 'leader' && (await whole())
      })
      times.standbyMs.push(performance.now() - startedAt)
      say(
        `${round}/${rounds + frozen} ${still ? 'frozen' : 'killed'} ${victim}: acknowledged again after ${(readMs / 1_000).toFixed(1)} s, ` +
          `written after ${(wroteMs / 1_000).toFixed(1)} s, seen on the page after ${(sawMs / 1_000).toFixed(1)} s, ` +
          `a standby again ${((times.standbyMs.at(-1) ?? 0) / 1_000).toFixed(1)} s after its start; ${acknowledged()} readings acknowledged, ` +
          `${commander.acts.length} acts, ${people.seen.requests} requests, ${people.seen.refused.length} refused`,
      )
    }
    writer.stop()
    await commander.stop()
    const messages = await allArrived(senders, cluster.ownerUrl)
    const energy = await energyBeside(customer, stations, senders)
    await people.stop()
    const counted = await countReadings(cluster.ownerUrl, senders)
    const ledger = await inDatabase<{ id: string; state: string }>(
      cluster.ownerUrl,
      `SELECT c.id, c.state FROM command c WHERE c.op = 'scan'`,
    )
    const known = new Set(ledger.map(({ id }) => id))
    const effects = obeying.reduce((sum, { effects: done }) => sum + done.size, 0)
    const lost = commander.acts.filter((id) => !known.has(id)).length
    const notOnce = ledger.filter(
      ({ id }) => obeying.filter(({ effects: done }) => done.has(id)).length !== 1,
    ).length
    const alarms = await countAlarms(cluster.ownerUrl)
    const during = (at: number): boolean => outages.some((one) => at > one.from - GRACE_MS && at < one.to)
    const { refused } = people.seen
    return {
      ...times,
      messages,
      acknowledged: acknowledged(),
      ...counted,
      energy,
      requests: people.seen.requests,
      refusedMeanwhile: refused.filter(({ at }) => during(at)).length,
      refusedElse: refused
        .filter(({ at }) => !during(at))
        .map(({ at, why }) => {
          const last = outages.findLast(({ from }) => from < at)
          const since =
            last === undefined
              ? 'before the first'
              : `${Math.round((at - last.from) / 1_000)} s after a primary ended`
          return `${why.trim()} (${since})`
        }),
      longestMs: Math.max(people.seen.longestMs, writer.seen.longestMs),
      acts: commander.acts.length,
      actMs: commander.seen.longestMs,
      commands: ledger.length,
      verified: ledger.filter(({ state }) => state === 'verified').length,
      effects,
      wrong: lost + notOnce + Math.abs(ledger.length - commander.acts.length),
      alarms: alarming.acknowledged.size,
      alarmRows: alarms.rows,
      alarmsAgain: alarms.again,
      starts,
      serversGone: servers.filter((server) => server.gone()).length,
      reloaded: await page.reloaded(),
    }
  } finally {
    for (const sender of senders) sender.cut()
    await Promise.all(obeying.map((one) => one.stop()))
    await Promise.all(ends.toReversed().map(async (end) => end()))
    await Promise.all(servers.map((server) => server.stop()))
  }
}
