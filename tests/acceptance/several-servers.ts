import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { startHaproxy } from '../haproxy.ts'
import { allArrived, countReadings, energyBeside, type EnergyBeside } from './afterwards.ts'
import { type AlarmingGateway, countAlarms, startAlarmingGateway } from './alarming-gateway.ts'
import { becomeCustomer, type Customer } from './customer.ts'
import { type Sender, startSender } from './sender.ts'
import { startVictim, until, type Victim } from './victim.ts'

export type ServersFigures = {
  /** Servers stopped in good order and started again, one after the other, and servers killed with signal 9. */
  restarted: number
  killed: number
  /** Servers that began as another version and were started again as this one, one after the other. */
  upgraded: number
  /** Alarms that were acknowledged, their rows, and how often the same was counted or told to one person again. */
  alarms: number
  alarmRows: number
  alarmsAgain: number
  /** What people asked for through the load balancer, and what had no answer or another than 200. */
  requests: number
  failed: string[]
  messages: number
  acknowledged: number
  stored: number
  /** Acknowledged readings that are not there, and rows beyond one for each reading. */
  missing: number
  doubled: number
  /** By station: energy of its life beside the growth of its counters, Wh. */
  energy: EnergyBeside[]
  /** From a stop or a kill until that server answered again, ms. */
  backMs: number[]
}

const SERVERS = 3
const STATIONS = 6
const PEOPLE = 3
const PATIENCE_MS = 300_000
const BEGIN_MS = 23 * 3_600_000
/** Between two requests of a person: below what an account may ask for in a minute. */
const PAUSE_MS = 200

/** People who read home, list and a station, one request after the other, until they are told to stop. */
const startPeople = (customer: Customer, stations: readonly string[]) => {
  const told = { stop: false }
  const seen = { requests: 0, failed: [] as string[] }
  const paths = (turn: number) => {
    const id = stations[turn % stations.length] ?? ''
    return [
      ['GET /api/home', '/api/home'],
      ['GET /api/stations', '/api/stations'],
      ['GET /api/stations/{stationId}', `/api/stations/${id}`],
      ['GET /api/stations/{stationId}/devices', `/api/stations/${id}/devices`],
    ] as const
  }
  const person = async (): Promise<void> => {
    for (let turn = 0; !told.stop; turn += 1)
      for (const [call, at] of paths(turn)) {
        if (told.stop) return
        seen.requests += 1
        await customer.ask(call, at).catch((error: unknown) => seen.failed.push(String(error)))
        await pause(PAUSE_MS)
      }
  }
  const running = Promise.all(Array.from({ length: PEOPLE }, person))
  return {
    seen,
    stop: async () => {
      told.stop = true
      await running
    },
  }
}

/**
 * Three whole servers of one database behind a load balancer, gateways at one broker that is none of theirs. Each round
 * every server is stopped and started again, as an upgrade does, and then one is killed; people go on reading and
 * gateways reporting all the while.
 */
export const severalServers = async (
  rounds: number,
  /** `from`: the program of another version, with which all begin. */
  at: { folder: string; databaseUrl: string; mqttUrl: string; from?: string },
  say: (line: string) => void = () => {},
): Promise<ServersFigures> => {
  const servers: Victim[] = []
  const ports: number[] = []
  const senders: Sender[] = []
  let balancer: Awaited<ReturnType<typeof startHaproxy>> | null = null
  let people: ReturnType<typeof startPeople> | null = null
  let alarming: AlarmingGateway | null = null
  try {
    for (let n = 0; n < SERVERS; n += 1) {
      const dataDir = path.join(at.folder, `server-${n + 1}`)
      await mkdir(dataDir)
      const port = await freePort()
      ports.push(port)
      const settings = { DATABASE_URL: at.databaseUrl, MQTT_SHARE: 'yes', PORT: String(port) }
      servers.push(await startVictim(dataDir, at.mqttUrl, settings, at.from))
    }
    balancer = await startHaproxy(ports)
    const { url } = balancer
    // Each start makes a new one.
    const code = servers.at(-1)?.said().setupCode ?? ''
    const customer = await becomeCustomer(() => url, code)
    const stations: string[] = []
    for (let n = 1; n <= STATIONS; n += 1) {
      const station = await customer.createStation({
        name: `Rolling-${n}`,
        timeZone: 'UTC',
        latitude: 48,
        longitude: 11,
        reportMin: 5,
      })
      stations.push(station)
      const { user, secret } = await customer.addGateway(station, `GWROLL00000${n}`)
      const { host } = new URL(at.mqttUrl)
      senders.push(
        startSender({
          url: () => `mqtt://${host}`,
          sn: user,
          secret,
          inverter: `INVROLL0000${n}`,
          fromTs: Date.now() - BEGIN_MS,
        }),
      )
    }
    const alarmed = await customer.createStation({
      name: 'Alarmed',
      timeZone: 'UTC',
      latitude: 48,
      longitude: 11,
      reportMin: 5,
    })
    const login = await customer.addGateway(alarmed, 'GWALARM000001')
    const { host: atBroker } = new URL(at.mqttUrl)
    alarming = startAlarmingGateway(() => `mqtt://${atBroker}`, login.user, login.secret, 'INVALARM00001')
    const { raise } = alarming
    people = startPeople(customer, stations)
    const acknowledged = () => senders.reduce((sum, one) => sum + one.acknowledged.size, 0)
    const figures = { restarted: 0, killed: 0, upgraded: 0, backMs: [] as number[] }
    const back = async (server: Victim, what: string, since: number): Promise<void> => {
      await until(`${what} again`, PATIENCE_MS, () => server.ready())
      figures.backMs.push(performance.now() - since)
      const before = acknowledged()
      await until('readings are acknowledged', PATIENCE_MS, () => acknowledged() > before + 50)
      // The load balancer looks twice a second.
      await pause(1_500)
    }
    for (const [n, server] of at.from === undefined ? [] : servers.entries()) {
      const since = performance.now()
      await server.stop()
      raise(`F-U${n + 1}`)
      await server.start()
      await back(server, `server ${n + 1}`, since)
      figures.upgraded += 1
      say(
        `server ${n + 1} is upgraded: ${people.seen.requests} requests, ${people.seen.failed.length} failed`,
      )
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const [n, server] of servers.entries()) {
        const since = performance.now()
        await server.stop()
        raise(`F-${round}-${n + 1}`)
        await server.start()
        await back(server, `server ${n + 1}`, since)
        figures.restarted += 1
      }
      const victim = servers[round % SERVERS]
      if (victim === undefined) throw new Error('no server')
      const since = performance.now()
      await victim.killServer()
      raise(`F-${round}-K`)
      await victim.start()
      await back(victim, 'the killed one', since)
      figures.killed += 1
      say(
        `${round}/${rounds}: ${people.seen.requests} requests, ${people.seen.failed.length} failed, ${acknowledged()} readings acknowledged`,
      )
    }
    const messages = await allArrived(senders, at.databaseUrl)
    const energy = await energyBeside(customer, stations, senders)
    await people.stop()
    const counted = await countReadings(at.databaseUrl, senders)
    const raised = alarming.acknowledged.size
    const { rows, again } = await countAlarms(at.databaseUrl)
    return {
      ...figures,
      ...people.seen,
      messages,
      acknowledged: acknowledged(),
      ...counted,
      energy,
      alarms: raised,
      alarmRows: rows,
      alarmsAgain: again,
    }
  } finally {
    for (const sender of senders) sender.cut()
    alarming?.stop()
    await people?.stop()
    await balancer?.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
}
