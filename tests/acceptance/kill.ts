import { setTimeout as pause } from 'node:timers/promises'
import { allArrived, countReadings } from './afterwards.ts'
import { becomeCustomer } from './customer.ts'
import { type Sender, startSender } from './sender.ts'
import { postmastersOf, startVictim, until, type Victim } from './victim.ts'

/**
 * Who is killed with signal 9 while gateways report: the server, the PostgreSQL that it supervises, or both at once.
 * Whoever started the server starts it again, as any service manager would; a killed PostgreSQL has to come back
 * without anybody.
 */
export type Victims = 'server' | 'database' | 'both'

export type KillFigures = {
  victims: Victims
  rounds: number
  /** Messages sent, and how many of them again after a break. */
  messages: number
  again: number
  acknowledged: number
  /** Rows of readings in the database afterwards. */
  stored: number
  /** Acknowledged readings that are not there. */
  missing: number
  /** Rows beyond one for each reading that was sent. */
  doubled: number
  /** Energy of the installation beside the growth of all counters, Wh. */
  energyWh: number | null
  growthWh: number
  /** From the kill until health says ready again, and until the next acknowledgement, ms. */
  readyMs: number[]
  flowingMs: number[]
  /** Processes of PostgreSQL in DATA_DIR beside the one in use, seen after any round or after the stop. */
  orphans: number
}

const GATEWAYS = 4
const PATIENCE_MS = 300_000
/** Readings begin this long ago: live, and never ahead of the clock. */
const BEGIN_MS = 23 * 3_600_000

/**
 * Runs the loop in `dataDir`, which must be an empty folder that every user may pass through. `mqttUrl`: gateways
 * report to this broker, which is not among the victims, instead of the built-in one.
 */
export const killLoop = async (
  victims: Victims,
  rounds: number,
  dataDir: string,
  say: (line: string) => void = () => {},
  mqttUrl: string | null = null,
): Promise<KillFigures> => {
  const victim = await startVictim(dataDir, mqttUrl)
  const senders: Sender[] = []
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const stationId = await customer.createStation({
      name: 'Under-fire',
      timeZone: 'America/Los_Angeles',
      latitude: 34,
      longitude: 118,
      reportMin: 5,
    })
    const fromTs = Date.now() - BEGIN_MS
    for (let n = 1; n <= GATEWAYS; n += 1) {
      const { user, secret } = await customer.addGateway(stationId, `GWFIRE00000${n}`)
      const port = () => (mqttUrl === null ? victim.said().mqttPort : new URL(mqttUrl).port)
      const url = () => `mqtt://127.0.0.1:${port()}`
      senders.push(startSender({ url, sn: user, secret, inverter: `INVFIRE0000${n}`, fromTs }))
    }
    const figures = { readyMs: [] as number[], flowingMs: [] as number[], orphans: 0 }
    const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged.size, 0)
    for (let round = 1; round <= rounds; round += 1) {
      const before = acknowledged()
      await until('readings are acknowledged', PATIENCE_MS, () => acknowledged() > before + 100)
      await pause(Math.random() * 2_000)
      const killedAt = performance.now()
      await strike(victim, victims)
      await until('ready again', PATIENCE_MS, () => victim.ready())
      figures.readyMs.push(performance.now() - killedAt)
      const atReady = senders.map((sender) => sender.acknowledged.size)
      const flowing = (sender: Sender, n: number) => sender.acknowledged.size > (atReady[n] ?? 0) + 1
      await until('readings flow again', PATIENCE_MS, () => senders.every(flowing))
      figures.flowingMs.push(performance.now() - killedAt)
      if (victim.gone()) throw new Error('the server ended by itself')
      figures.orphans += (await postmastersOf(dataDir)).length - 1
      say(
        `${victims} ${round}/${rounds}: ready after ${Math.round(figures.readyMs.at(-1) ?? 0)} ms, ${acknowledged()} acknowledged`,
      )
    }
    const messages = await allArrived(senders, victim.said().databaseUrl)
    const growthWh = senders.reduce((sum, { sent, whOf }) => sum + whOf(sent().messages) - whOf(1), 0)
    let energyWh: number | null = null
    // When it never comes to that, the figures say so.
    await until('energy follows', PATIENCE_MS, async () => {
      const path = `/api/stations/${stationId}/energy?period=lifetime`
      energyWh = (await customer.ask('GET /api/stations/{stationId}/energy', path)).totalWh
      return energyWh === growthWh
    }).catch(() => undefined)
    const counted = await countReadings(victim.said().databaseUrl, senders)
    await victim.stop()
    figures.orphans += (await postmastersOf(dataDir)).length
    return {
      victims,
      rounds,
      messages,
      again: senders.reduce((sum, { sent }) => sum + sent().again, 0),
      acknowledged: acknowledged(),
      ...counted,
      energyWh,
      growthWh,
      ...figures,
    }
  } finally {
    for (const sender of senders) sender.cut()
    await victim.stop()
  }
}

const strike = async (victim: Victim, victims: Victims): Promise<void> => {
  if (victims === 'database') {
    const before = await victim.postgres()
    await victim.killDatabase()
    // Backends of the killed one may answer for a moment; what counts is the next one.
    await until('another PostgreSQL', PATIENCE_MS, async () => (await victim.postgres()) !== before)
    return
  }
  await Promise.all([victim.killServer(), victims === 'both' ? victim.killDatabase() : null])
  await victim.start()
}
