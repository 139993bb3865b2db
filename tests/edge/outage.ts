import { mkdirSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeEdgeKeys } from '#contract/mqtt/sealed.ts'
import { addressRule } from '#edge/runtime/addresses.ts'
import { createEdgeLog } from '#edge/runtime/edge-log.ts'
import { runEdge } from '#edge/runtime/run-edge.ts'
import { pair } from '#edge/pairing/pair.ts'
import { readEnvironment } from '#server/env.ts'
import { openInstallation } from '#server/main.ts'
import { becomeCustomer } from '../acceptance/customer.ts'
import { until } from '../acceptance/victim.ts'
import { type Comparison, compareReadings, storedReadings } from './compare-readings.ts'
import { ledgerOf, readThere, stationForEdge } from './edge-at-station.ts'
import { type How, serveInverters } from './inverters.ts'
import { stepClock } from './step-clock.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const PATIENCE_MS = 300_000
const POWER_W = 3_600
/** A gateway looks so often whether something is due, ms. Source: `edge/runtime/run-edge.ts`. */
const TICK_MS = 200

export type OutageFigures = Comparison & {
  hours: number
  devices: number
  dead: number
  /** From the cut until the first reading of the first inverter, ms by the clock that is set. */
  firstAfterCut: number
  ledger: { entries: number; days: number; wh: number; apart: number }
  /** Of the living without the first: the longest time between two readings beside the interval, ms. */
  slowest: number
  intervalMs: number
  alarms: { raised: number; told: number }
}

/** A line between an edge and its broker that can be cut. */
const cuttable = async (port: number) => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const one of [near, far]) {
      sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one)
          near.destroy()
          far.destroy()
        })
    }
    near.pipe(far)
    far.pipe(near)
    return near
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (value: boolean) => {
      isCut = value
      if (value) for (const one of sockets) one.destroy()
    },
    close: () => {
      for (const one of sockets) one.destroy()
      server.close()
    },
  }
}

/**
 * A whole edge reads real sockets and its line is cut for `hours`, by a clock that is set; then everything comes to a true
 * server. From 13:00 of one day on, so that two local days are in it.
 */
export const longOutage = async (options: {
  folder: string
  databaseUrl: string
  hours: number
  hows: readonly How[]
  intervalS: number
}): Promise<OutageFigures> => {
  const { folder, databaseUrl, hours, hows, intervalS } = options
  const zone = 'Etc/GMT'
  const start = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 24 * HOUR + 13 * HOUR
  const clock = stepClock(start)
  const inverters = await serveInverters(hows, { log: join(folder, 'inverters.log'), zone, now: start })
  const dataDir = join(folder, 'server')
  mkdirSync(dataDir)
  const env = readEnvironment({
    PORT: '0',
    MQTT_PORT: '0',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    EDGE: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  })
  const installation = await openInstallation(env, { clock: clock.wall })
  const line = await cuttable(installation.mqttPort ?? 0)
  let edge: ReturnType<typeof runEdge> | null = null
  try {
    const url = `http://127.0.0.1:${installation.httpPort}`
    const customer = await becomeCustomer(() => url, installation.setupCode ?? '')
    const place = { timeZone: zone, latitude: 1, longitude: 0, east: true, reportMin: 5 }
    const station = await stationForEdge(customer, place)
    const keys = await makeEdgeKeys()
    const asked = { server: url, code: station.code, fingerprint: null, key: keys.publicKey }
    const login = await pair({ ...asked, name: null, version: '0.1.0' })
    edge = runEdge({
      folder: join(folder, 'edge'),
      identity: { ...login, broker: line.url, server: url, keys, pairedBy: 'a proof' },
      version: '0.1.0',
      rule: addressRule(['127.0.0.0/8'], false),
      clock,
      log: createEdgeLog(() => undefined, clock.wall),
    })
    const running = edge
    let isRaised = false
    let isStill = false
    let raised = 0
    /** The sun of the inverters: from six to eighteen. */
    const moved = async (now: number): Promise<void> => {
      const hour = (now / HOUR) % 24
      const power = hour >= 6 && hour < 18 && !isStill ? POWER_W : 0
      await inverters.tell({ now, power, raise: isRaised ? 16 : 0 })
    }
    const reading = (): number => (isListed ? hows.length : 0)
    let isListed = false
    const step = async (ms: number): Promise<void> => {
      await clock.step(ms, reading(), moved)
      // A step is long beside what reading takes: what was read in it is reported in it, as it would be.
      running.gateway.reportSoon()
      await clock.step(TICK_MS, reading(), moved)
    }
    await step(1_000)
    await until('it is connected', PATIENCE_MS, async () => {
      await step(1_000)
      return running.gateway.online
    })
    // The first is read each second: so the first second of the outage is seen.
    const list = inverters.list.map((one, index) => ({
      url: one.url,
      intervalS: index === 0 ? 1 : intervalS,
    }))
    await readThere(customer, station, list)
    const alive = hows.filter((how) => how !== 'dead').length
    await until('the list is there', PATIENCE_MS, async () => {
      await clock.step(1_000, 0, moved)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return (await inverters.sum()).connections >= alive
    })
    isListed = true
    /** Sending goes on while the clock stands still. */
    const sent = (): Promise<boolean> =>
      until('it is sent', 20_000, () => running.gateway.online && running.gateway.waiting === 0).then(
        () => true,
        () => false,
      )
    const pass = async (forMs: number, stepMs: number): Promise<void> => {
      for (const end = clock.mono() + forMs; clock.mono() < end;) {
        await step(stepMs)
        // A slow machine would let minutes of the clock pass under way.
        if (running.gateway.online) await sent()
        else await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    const stepMs = intervalS * 1000
    await pass(10 * MINUTE, stepMs)
    await inverters.tell({ forget: true })
    line.cut(true)
    await until('it has noticed', PATIENCE_MS, () => !running.gateway.online)
    const cutAt = clock.wall()
    await pass(3_000, 1_000)
    for (let part = 0; part < 4; part += 1) {
      isRaised = true
      raised += hows.filter((how) => how === 'well').length
      await pass((hours * HOUR) / 8, stepMs)
      isRaised = false
      await pass((hours * HOUR) / 8, stepMs)
    }
    const { slowest } = await inverters.sum()
    line.cut(false)
    await until('all has come', PATIENCE_MS, async () => {
      await step(stepMs)
      return sent()
    })
    await pass(20 * MINUTE, stepMs)
    // Counters stand still in the end: whichever reading is the last, it is of the same energy.
    isStill = true
    await pass(3 * stepMs, stepMs)
    await until('the end has come', PATIENCE_MS, sent)
    const stopping = running.stop()
    edge = null
    let stopped = false
    void stopping.then(() => (stopped = true))
    await until('it has stopped', PATIENCE_MS, async () => stopped)
    const counted = await inverters.sum()
    const days = [...new Set(Object.values(counted.days).flatMap((own) => Object.keys(own)))]
    let ledger = { entries: 0, days: days.length, wh: 0, apart: Infinity }
    await until('the ledger follows', 60_000, async () => {
      await installation.jobs.runNow('roll-up')
      const shown = await ledgerOf(customer, station.stationId, days)
      const entries = Object.entries(counted.days).flatMap(([sn, own]) =>
        Object.entries(own).map(([day, wh]) => ({ wh, shown: shown[sn]?.[day] ?? 0 })),
      )
      const sum = (of: (one: { wh: number; shown: number }) => number) =>
        entries.reduce((all, one) => all + of(one), 0)
      ledger = {
        entries: entries.length,
        days: days.length,
        wh: sum(({ wh }) => wh),
        apart: sum(({ wh, shown }) => Math.abs(wh - shown)),
      }
      return ledger.apart === 0
    }).catch(() => undefined)
    const stored = await storedReadings(installation.databaseUrl)
    const compared = compareReadings(inverters.happened(), stored)
    const first = inverters.list[0]?.sn ?? ''
    const after = stored.find(({ sn, ts }) => sn === first && ts > cutAt)
    const told = await installation.context.db
      .selectFrom('alarm')
      .select(({ fn }) => fn.sum<string>('count').as('n'))
      .where('code', 'like', 'sunspec.%')
      .executeTakeFirst()
    return {
      ...compared,
      hours,
      devices: hows.length,
      dead: hows.filter((how) => how === 'dead').length,
      firstAfterCut: (after?.ts ?? Infinity) - cutAt,
      ledger,
      slowest: Math.max(...Object.entries(slowest).map(([sn, ms]) => (sn === first ? 0 : ms))),
      intervalMs: stepMs,
      alarms: { raised, told: Number(told?.n ?? 0) },
    }
  } finally {
    await edge?.stop().catch(() => undefined)
    line.close()
    inverters.stop()
    await installation.close()
  }
}
