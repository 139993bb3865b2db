// Longer than other files: a start is one sequence, and what it opens is closed in the opposite order.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { routes } from '#contract/http/routes.ts'
import { firmwareChunkTopic, topicOf } from '#contract/mqtt/topics.ts'
import { ensureSetupCode, setupNeeded } from './accounts/set-up.ts'
import { readCertificate, watchCertificate } from './certificate.ts'
import { createSender } from './commands/send-commands.ts'
import { openDatabase } from './db/open.ts'
import { type Environment, EnvironmentError } from './env.ts'
import { surviveFaults } from './faults.ts'
import { createDecoder } from './files/decoder.ts'
import { handlers } from './handlers.ts'
import { listenOnFree } from './http/listen-on-free.ts'
import { collectProcessFigures, serveMetrics } from './http/metrics.ts'
import { createHttp } from './http/serve.ts'
import { collectInstallationFigures } from './installation-figures.ts'
import { installationJobs } from './jobs/installation-jobs.ts'
import { createJobFigures } from './jobs/job-figures.ts'
import { type Job, type Jobs, startJobs } from './jobs/jobs.ts'
import { whoWorksThere } from './commands/who-works-there.ts'
import { type Kitchen, makeKitchen } from './kitchen.ts'
import { liveHubOf } from './live/live-routes.ts'
import { openNewsLine } from './live/news-line.ts'
import { createLog } from './log.ts'
import type { DeviceDoor } from './mqtt/device-door.ts'
import { createIntake } from './mqtt/intake.ts'
import { createIntakeCounters } from './mqtt/intake-counters.ts'
import { intakeHandlers } from './mqtt/intake-handlers.ts'
import { isLoopback } from './mqtt/loopback.ts'
import { createNotice } from './notice.ts'
import { type OpenDoor, openDeviceDoor } from './open-device-door.ts'
import { keepHomeAtLast } from './overview/read-home.ts'
import { databaseOf, prepareDatabase } from './prepare-database.ts'
import { createReadingIntake } from './telemetry/reading-intake.ts'
import { readFirmwareKeys } from './upgrades/firmware-keys.ts'
import { createUpgrader } from './upgrades/upgrader.ts'

/** Between two writings of who looked at stations. */
const LOOKS_EVERY_MS = 15_000

export type Installation = {
  /** Where people reach it on this machine, without a slash at the end. */
  readonly url: string
  readonly httpPort: number
  /** The built-in broker's port; null with an external broker. */
  readonly mqttPort: number | null
  /** Its port for TLS; null without a certificate. */
  readonly mqttsPort: number | null
  readonly metricsPort: number
  /** To be shown once: makes the first administrator. null when somebody has an account already. */
  readonly setupCode: string | null
  /** As the owner of the tables. May hold a password: never log it. */
  readonly databaseUrl: string
  readonly kitchen: Kitchen
  readonly jobs: Jobs
  readonly door: DeviceDoor
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
  await mkdir(env.dataDir, { recursive: true, mode: 0o711 }).catch((error: Error) => {
    throw new EnvironmentError(`DATA_DIR cannot be made: ${error.message}`)
  })
  const closing: (() => Promise<unknown>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'while closing'))
    }
  }
  try {
    const database = await openDatabase(databaseOf(env, databaseSettings), log)
    closing.push(() => database.close())
    const rolesApart = await prepareDatabase(database, log, clock())

    const decoder = createDecoder()
    closing.push(async () => decoder.close())
    const door = lateDoor()
    const kitchen = makeKitchen({
      shellOrigins: env.shellOrigins,
      mapTiles: env.mapTiles,
      broker: env.mqttUrl === null ? 'built_in' : 'other',
      db: database.db,
      pool: database.pool,
      log,
      clock,
      retentionDays: env.retentionDays,
      control: { limits: env.control, whoWorksThere },
      webhooks: { privateAllowed: env.webhookPrivate },
      ...(env.publicUrl?.startsWith('https:') ? { push: { contact: env.publicUrl } } : {}),
      files: { dir: path.join(env.dataDir, 'files'), quotaBytes: env.fileQuotaBytes, decoder },
      devices: {
        sendConfig: async (gateway, settings) => {
          const message = { v: 1, rev: Math.floor(clock() / 1000), report_s: settings.report_s }
          await door
            .inUse()
            .door.send(topicOf(gateway, 'cfg'), Buffer.from(JSON.stringify(message)), { retain: true })
        },
        sendCommand: async (gateway, message) =>
          door.inUse().door.send(topicOf(gateway, 'cmd/req'), Buffer.from(JSON.stringify(message))),
      },
      firmware: {
        keys: () => readFirmwareKeys(env.firmwareKeys),
        sendOffer: async (gateway, message) =>
          door.inUse().door.send(topicOf(gateway, 'ota/offer'), Buffer.from(JSON.stringify(message))),
        sendChunk: async (gateway, job, n, chunk) =>
          door.inUse().door.send(firmwareChunkTopic(gateway, job, n), chunk),
        due: createNotice(),
      },
      mqtt: {
        disconnect: (gateway) => door.inUse().door.disconnect(gateway),
        address: () => door.inUse().address,
      },
      logins: {
        // Gateways may be added before the door opens (`prepare`): once it does, it reads the stored logins.
        ready: async () => door.ifOpen()?.logins.ready(),
        give: async (gateway, secret) => door.ifOpen()?.logins.give(gateway, secret),
        follow: async (gateway) => door.ifOpen()?.logins.follow(gateway),
      },
    })
    collectProcessFigures(kitchen.metrics)
    const stopSurviving = surviveFaults(process, { log, metrics: kitchen.metrics })
    closing.push(async () => stopSurviving())

    const firstCode = await ensureSetupCode(kitchen.db, clock())
    await prepare?.(kitchen, firstCode)
    const setupCode = (await setupNeeded(kitchen.db)) ? firstCode : null
    closing.push(() => liveHubOf(kitchen).stop())
    const line = openNewsLine(kitchen, {
      url: database.everyday.url,
      reread: () => liveHubOf(kitchen).reread(),
    })
    closing.push(() => line.close())
    collectInstallationFigures(kitchen, {
      dataDir: env.dataDir,
      streams: () => liveHubOf(kitchen).listeners(),
      atBroker: async () => (await door.ifOpen()?.door.stats())?.connected ?? null,
      lineUp: line.connected,
      rolesApart,
      embedded: database.embedded,
    })

    const readings = createReadingIntake(kitchen)
    closing.push(() => readings.close())
    const intake = createIntake({
      ...intakeHandlers(kitchen, readings),
      now: clock,
      log,
      counters: createIntakeCounters(kitchen.metrics),
    })
    const tls = await readCertificate(env)
    if (tls !== null) watchCertificate(tls, { log, metrics: kitchen.metrics, now: clock() })
    else if (env.mqttsPort !== null) {
      throw new EnvironmentError(
        'MQTTS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or run npm run certificate',
      )
    }

    const opened = await openDeviceDoor({ env, kitchen, receive: intake.receive, tls })
    door.use(opened)
    closing.push(() => opened.door.close())
    const sender = createSender(kitchen)
    const stopListening = kitchen.commands.queued.listen(sender.wake)
    closing.push(async () => {
      stopListening()
      await sender.close()
    })

    const upgrader = createUpgrader(kitchen)
    closing.push(() => upgrader.close())

    const writeLooks = () =>
      kitchen.looks
        .flush(kitchen.db)
        .catch((error: unknown) => log.warn({ err: error }, 'looks were not noted'))
    const looking = setInterval(() => void writeLooks(), LOOKS_EVERY_MS)
    closing.push(async () => {
      clearInterval(looking)
      await writeLooks()
    })

    const jobs = startJobs(
      [
        ...installationJobs(kitchen, readings.pressed),
        ...(opened.reconcile === null ? [] : [followLogins(opened.reconcile)]),
      ],
      { pool: kitchen.pool, log, clock, figures: createJobFigures(kitchen.metrics) },
    )
    closing.push(() => keepHomeAtLast(kitchen, clock()))
    closing.push(() => jobs.stop())

    const app = await createHttp({
      kitchen,
      routes,
      handlers,
      settings: {
        secure: tls !== null || env.publicUrl?.startsWith('https:') === true,
        publicOrigin: env.publicUrl,
        shellOrigins: env.shellOrigins,
        ...(env.trustedProxies.length === 0 ? {} : { trustProxy: [...env.trustedProxies] }),
        tls,
        authority: tls?.authority ?? null,
        appDir,
        verifyAnswers,
      },
      impaired: () => (opened.reachable() ? [] : ['mqtt']),
    })
    closing.push(() => app.close())
    if (tls === null && !isLoopback(env.host) && !env.publicUrl?.startsWith('https:')) {
      log.warn(
        { host: env.host },
        'plain HTTP outside loopback: passwords travel unprotected; npm run certificate',
      )
    }
    const httpPort = await listenOnFree(app, env.host, env.port, (taken, port) =>
      log.warn({ wanted: taken, port }, 'HTTP port taken, using the next free one'),
    ).catch((error: Error) => {
      throw new EnvironmentError(`HOST and PORT cannot be listened on: ${error.message}`)
    })
    const metrics = await serveMetrics(kitchen.metrics, env.metricsPort).catch(() =>
      serveMetrics(kitchen.metrics, 0),
    )
    closing.push(async () => void metrics.close())
    const address = metrics.address()
    const metricsPort = typeof address === 'object' && address !== null ? address.port : env.metricsPort
    if (env.metricsPort !== 0 && metricsPort !== env.metricsPort)
      log.warn(
        { wanted: env.metricsPort, port: metricsPort },
        'metrics port cannot be used, using any free one',
      )

    return {
      url: `${tls === null ? 'http' : 'https'}://localhost:${httpPort}`,
      httpPort,
      mqttPort: opened.mqttPort,
      mqttsPort: opened.mqttPort !== null && opened.address.tls ? opened.address.port : null,
      metricsPort,
      setupCode,
      databaseUrl: database.url,
      kitchen,
      jobs,
      door: opened.door,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The device door exists only after what it feeds; until then there is nothing to send to. */
const lateDoor = () => {
  let open: OpenDoor | null = null
  return {
    use: (door: OpenDoor): void => {
      open = door
    },
    ifOpen: (): OpenDoor | null => open,
    inUse: (): OpenDoor => {
      if (open === null) throw new Error('the device door is not open yet')
      return open
    },
  }
}

const followLogins = (reconcile: () => Promise<void>): Job => ({
  name: 'broker-logins',
  everyMs: 300_000,
  run: reconcile,
})
