import { mkdir, readFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { routes } from '#contract/http/routes.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { ensureSetupCode, setupNeeded } from './accounts/set-up.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { secretHashOf } from './devices/device-store.ts'
import type { Environment } from './env.ts'
import { handlers } from './handlers.ts'
import { collectProcessFigures, serveMetrics } from './http/metrics.ts'
import { createHttp } from './http/serve.ts'
import { installationJobs } from './jobs/installation-jobs.ts'
import { startJobs, type Jobs } from './jobs/jobs.ts'
import { type DeviceAddress, type Kitchen, makeKitchen } from './kitchen.ts'
import { liveHubOf } from './live/live-routes.ts'
import { createLog } from './log.ts'
import { createBroker } from './mqtt/broker.ts'
import { connectToBroker } from './mqtt/client-transport.ts'
import { createGatewayLogin } from './mqtt/credentials.ts'
import type { DeviceDoor } from './mqtt/device-door.ts'
import { createIntake } from './mqtt/intake.ts'
import { createIntakeCounters } from './mqtt/intake-counters.ts'
import { intakeHandlers } from './mqtt/intake-handlers.ts'
import { createReadingIntake } from './telemetry/reading-intake.ts'

export type Installation = {
  /** Where people reach it on this machine, without a slash at the end. */
  readonly url: string
  readonly httpPort: number
  /** The built-in broker's port; null with an external broker. */
  readonly mqttPort: number | null
  readonly metricsPort: number
  /** To be shown once: makes the first administrator. null when somebody has an account already. */
  readonly setupCode: string | null
  readonly kitchen: Kitchen
  readonly jobs: Jobs
  /** Ends in good order: requests and messages in flight first, the database last. */
  close(): Promise<void>
}

export type InstallationOptions = {
  /** Epoch milliseconds. */
  clock?: () => number
  /** Settings of the embedded PostgreSQL, for tests. */
  databaseSettings?: Readonly<Record<string, string>>
  /** Runs when the database stands, before jobs, gateways and people come in. Gets the set-up code, if there is one. */
  prepare?: (kitchen: Kitchen, setupCode: string | null) => Promise<void>
  /** Checks every answer against the contract (development, tests). */
  verifyAnswers?: boolean
}

const appDir = fileURLToPath(new URL('../dist/h5', import.meta.url))

/** Opens everything and closes everything; the only file that knows all rooms of the server. */
export const openInstallation = async (
  env: Environment,
  { clock = Date.now, databaseSettings, prepare, verifyAnswers = false }: InstallationOptions = {},
): Promise<Installation> => {
  const log = createLog(env.logLevel)
  // 0711: the user that runs PostgreSQL passes through and sees nothing else.
  await mkdir(env.dataDir, { recursive: true, mode: 0o711 })
  const closing: (() => Promise<unknown>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'while closing'))
    }
  }
  try {
    const database = await openDatabase(
      env.databaseUrl === null
        ? {
            embedded: {
              dataDir: env.dataDir,
              ...(databaseSettings === undefined ? {} : { settings: databaseSettings }),
            },
          }
        : { url: env.databaseUrl },
      log,
    )
    closing.push(() => database.close())
    await migrate(database.url, { log })

    const door = lateDoor()
    const kitchen = makeKitchen({
      db: database.db,
      pool: database.pool,
      log,
      clock,
      retentionDays: env.retentionDays,
      devices: {
        sendConfig: async (gateway, settings) => {
          const message = { v: 1, rev: Math.floor(clock() / 1000), report_s: settings.report_s }
          await door
            .inUse()
            .send(topicOf(gateway, 'cfg'), Buffer.from(JSON.stringify(message)), { retain: true })
        },
      },
      mqtt: {
        disconnect: (gateway) => door.inUse().disconnect(gateway),
        address: () => door.address(),
      },
    })
    collectProcessFigures(kitchen.metrics)

    const firstCode = await ensureSetupCode(kitchen.db, clock())
    await prepare?.(kitchen, firstCode)
    const setupCode = (await setupNeeded(kitchen.db)) ? firstCode : null
    closing.push(() => liveHubOf(kitchen).stop())

    const readings = createReadingIntake(kitchen)
    closing.push(() => readings.close())
    const intake = createIntake({
      ...intakeHandlers(kitchen, readings),
      now: clock,
      log,
      counters: createIntakeCounters(kitchen.metrics),
    })
    const tls = env.tls === null ? null : await readCertificate(env.tls)

    const jobs = startJobs(installationJobs(kitchen), { pool: kitchen.pool, log, clock })
    closing.push(() => jobs.stop())

    let mqttPort: number | null = null
    if (env.mqttUrl === null) {
      const broker = await createBroker({
        port: env.mqttPort,
        host: env.mqttHost,
        ...(tls === null ? {} : { tls: { port: env.mqttsPort ?? 8883, host: env.host, ...tls } }),
        authenticate: createGatewayLogin((gateway) => secretHashOf(kitchen.db, gateway)),
        receive: intake.receive,
        now: clock,
        log,
      })
      mqttPort = broker.port
      const port = broker.tlsPort ?? broker.port
      const host = broker.tlsPort === null ? reachableHost(env, env.mqttHost) : reachableHost(env, env.host)
      door.use(broker, { host, port, tls: broker.tlsPort !== null })
    } else {
      const url = new URL(env.mqttUrl)
      const secure = url.protocol === 'mqtts:' || url.protocol === 'wss:'
      const client = connectToBroker({
        url: env.mqttUrl,
        clientId: `sunkeeper-${hostname()}`,
        shareTelemetry: true,
        receive: intake.receive,
        now: clock,
        log,
      })
      door.use(client, { host: url.hostname, port: Number(url.port) || (secure ? 8883 : 1883), tls: secure })
    }
    closing.push(() => door.inUse().close())

    const app = await createHttp({
      kitchen,
      routes,
      handlers,
      settings: {
        secure: tls !== null || env.publicUrl?.startsWith('https:') === true,
        publicOrigin: env.publicUrl,
        shellOrigins: env.shellOrigins,
        tls,
        appDir,
        verifyAnswers,
      },
    })
    closing.push(() => app.close())
    const httpPort = await listenOnFree(app, env.host, env.port, (taken, port) =>
      log.warn({ wanted: taken, port }, 'HTTP port taken, using the next free one'),
    )
    const metrics = await serveMetrics(kitchen.metrics, env.metricsPort).catch((error: unknown) => {
      log.warn({ err: error, port: env.metricsPort }, 'metrics port taken, using any free one')
      return serveMetrics(kitchen.metrics, 0)
    })
    closing.push(async () => void metrics.close())
    const address = metrics.address()

    return {
      url: `${tls === null ? 'http' : 'https'}://localhost:${httpPort}`,
      httpPort,
      mqttPort,
      metricsPort: typeof address === 'object' && address !== null ? address.port : env.metricsPort,
      setupCode,
      kitchen,
      jobs,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The device door exists only after what it feeds; until then there is nothing to send to. */
const lateDoor = () => {
  let open: { door: DeviceDoor; address: DeviceAddress } | null = null
  const opened = () => {
    if (open === null) throw new Error('the device door is not open yet')
    return open
  }
  return {
    use: (door: DeviceDoor, address: DeviceAddress): void => {
      open = { door, address }
    },
    inUse: (): DeviceDoor => opened().door,
    address: (): DeviceAddress => opened().address,
  }
}

const readCertificate = async (files: { certFile: string; keyFile: string }) => ({
  cert: await readFile(files.certFile, 'utf8'),
  key: await readFile(files.keyFile, 'utf8'),
})

/** The name that a gateway can use: what is bound to, else the public name, else this machine's first address. */
const reachableHost = ({ publicUrl }: Environment, boundTo: string): string => {
  if (boundTo !== '0.0.0.0' && boundTo !== '::') return boundTo
  if (publicUrl !== null) return new URL(publicUrl).hostname
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

const TRIES = 50

const listenOnFree = async (
  app: FastifyInstance,
  host: string,
  wanted: number,
  moved: (wanted: number, port: number) => void,
): Promise<number> => {
  for (let port = wanted; ; port += 1) {
    try {
      await app.listen({ host, port })
      if (port !== wanted) moved(wanted, port)
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!taken || wanted === 0 || port - wanted >= TRIES) throw error
    }
  }
}
