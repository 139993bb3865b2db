// Longer than other files: a start is one sequence, and what it opens is closed in the opposite order.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { routes } from '#contract/http/routes.ts'
import { firmwareChunkTopic, topicOf } from '#contract/mqtt/topics.ts'
import { ensureSetupCode, setupNeeded } from './features/accounts/set-up.ts'
import { readCertificate, watchCertificate } from './roles/certificate.ts'
import { createDropNotes } from './features/devices/drop-notes.ts'
import { createSender } from './features/commands/send-commands.ts'
import { openDatabase } from './platform/db/open.ts'
import { type Environment, EnvironmentError } from './env.ts'
import { surviveFaults } from './platform/faults.ts'
import { createDecoder } from './platform/files/decoder.ts'
import { handlers } from './entrances/http/handlers.ts'
import { listenOnFree } from './platform/http/listen-on-free.ts'
import { collectProcessFigures, serveMetrics } from './platform/http/metrics.ts'
import { createHttp } from './entrances/http/serve.ts'
import { collectInstallationFigures } from './roles/installation-figures.ts'
import { installationJobs } from './entrances/jobs/installation-jobs.ts'
import { createJobFigures } from './entrances/jobs/job-figures.ts'
import { type Job, type Jobs, startJobs } from './entrances/jobs/jobs.ts'
import { whoWorksThere } from './features/commands/who-works-there.ts'
import { makeContext } from './roles/make-context.ts'
import type { Context } from './context.ts'
import { liveHubOf } from './entrances/live/live-routes.ts'
import { openEventChannel } from './entrances/live/event-channel.ts'
import { createLog } from './platform/log.ts'
import type { DeviceTransport } from './platform/broker/transport.ts'
import { createIntake } from './entrances/mqtt/intake.ts'
import { createIntakeCounters } from './entrances/mqtt/intake-counters.ts'
import { intakeHandlers } from './entrances/mqtt/intake-handlers.ts'
import { isLoopback } from './platform/loopback.ts'
import { createNotice } from './platform/notice.ts'
import { type OpenTransport, openTransport } from './entrances/mqtt/open-transport.ts'
import { keepHomeAtLast } from './features/overview/read-home.ts'
import { databaseOf, prepareDatabase } from './roles/prepare-database.ts'
import { createReadingIntake } from './features/telemetry/reading-intake.ts'
import { readFirmwareKeys } from './features/upgrades/firmware-keys.ts'
import { createUpgrader } from './features/upgrades/upgrader.ts'

/** Between two writings of who looked at stations. */
const VISITS_EVERY_MS = 15_000

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
  readonly context: Context
  readonly jobs: Jobs
  readonly transport: DeviceTransport
  /** Ends in good order: requests and messages in flight first, the database last. */
  close(): Promise<void>
}

export type InstallationOptions = {
  /** Epoch milliseconds. */
  clock?: () => number
  /** Settings of the embedded PostgreSQL, for tests. */
  databaseSettings?: Readonly<Record<string, string>>
  /** Runs when the database stands, before jobs, gateways and people come in. Gets the set-up code, if there is one. */
  prepare?: (context: Context, setupCode: string | null) => Promise<void>
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
    const transport = transportOnceOpen()
    const context = makeContext({
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
          await transport
            .inUse()
            .transport.send(topicOf(gateway, 'cfg'), Buffer.from(JSON.stringify(message)), { retain: true })
        },
        sendCommand: async (gateway, message) =>
          transport.inUse().transport.send(topicOf(gateway, 'cmd/req'), Buffer.from(JSON.stringify(message))),
      },
      firmware: {
        keys: () => readFirmwareKeys(env.firmwareKeys),
        sendOffer: async (gateway, message) =>
          transport
            .inUse()
            .transport.send(topicOf(gateway, 'ota/offer'), Buffer.from(JSON.stringify(message))),
        sendChunk: async (gateway, job, n, chunk) =>
          transport.inUse().transport.send(firmwareChunkTopic(gateway, job, n), chunk),
        due: createNotice(),
      },
      mqtt: {
        disconnect: (gateway) => transport.inUse().transport.disconnect(gateway),
        address: () => transport.inUse().address,
      },
      logins: {
        // Gateways may be added before the door opens (`prepare`): once it does, it reads the stored logins.
        ready: async () => transport.ifOpen()?.logins.ready(),
        give: async (gateway, secret) => transport.ifOpen()?.logins.give(gateway, secret),
        follow: async (gateway) => transport.ifOpen()?.logins.follow(gateway),
      },
    })
    collectProcessFigures(context.metrics)
    const stopSurviving = surviveFaults(process, { log, metrics: context.metrics })
    closing.push(async () => stopSurviving())

    const firstCode = await ensureSetupCode(context.db, clock())
    await prepare?.(context, firstCode)
    const setupCode = (await setupNeeded(context.db)) ? firstCode : null
    closing.push(() => liveHubOf(context).stop())
    const line = openEventChannel(context, {
      url: database.everyday.url,
      reread: () => liveHubOf(context).reread(),
    })
    closing.push(() => line.close())
    collectInstallationFigures(context, {
      dataDir: env.dataDir,
      streams: () => liveHubOf(context).listeners(),
      atBroker: async () => (await transport.ifOpen()?.transport.stats())?.connected ?? null,
      lineUp: line.connected,
      rolesApart,
      embedded: database.embedded,
    })

    const readings = createReadingIntake(context)
    closing.push(() => readings.close())
    const drops = createDropNotes(context.pool)
    const writeDrops = () =>
      drops.flush().catch((error: unknown) => log.warn({ err: error }, 'what was dropped was not noted'))
    const dropping = setInterval(() => void writeDrops(), VISITS_EVERY_MS)
    closing.push(async () => {
      clearInterval(dropping)
      await writeDrops()
    })
    const intake = createIntake({
      dropped: drops.note,
      ...intakeHandlers(context, readings),
      now: clock,
      log,
      counters: createIntakeCounters(context.metrics),
    })
    const tls = await readCertificate(env)
    if (tls !== null) watchCertificate(tls, { log, metrics: context.metrics, now: clock() })
    else if (env.mqttsPort !== null) {
      throw new EnvironmentError(
        'MQTTS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or run npm run certificate',
      )
    }

    const opened = await openTransport({ env, context, receive: intake.receive, tls })
    transport.use(opened)
    closing.push(() => opened.transport.close())
    const sender = createSender(context)
    const stopListening = context.commands.queued.listen(sender.wake)
    closing.push(async () => {
      stopListening()
      await sender.close()
    })

    const upgrader = createUpgrader(context)
    closing.push(() => upgrader.close())

    const writeVisits = () =>
      context.visits
        .flush(context.db)
        .catch((error: unknown) => log.warn({ err: error }, 'looks were not noted'))
    const looking = setInterval(() => void writeVisits(), VISITS_EVERY_MS)
    closing.push(async () => {
      clearInterval(looking)
      await writeVisits()
    })

    const jobs = startJobs(
      [
        ...installationJobs(context, readings.pressed),
        ...(opened.reconcile === null ? [] : [followLogins(opened.reconcile)]),
      ],
      { pool: context.pool, log, clock, figures: createJobFigures(context.metrics) },
    )
    closing.push(() => keepHomeAtLast(context, clock()))
    closing.push(() => jobs.stop())

    const app = await createHttp({
      context,
      routes,
      handlers,
      settings: {
        secure: tls !== null || env.publicUrl?.startsWith('https:') === true,
        publicOrigin: env.publicUrl,
        hostNames: env.hostNames,
        language: env.language,
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
    const metrics = await serveMetrics(context.metrics, env.metricsPort).catch(() =>
      serveMetrics(context.metrics, 0),
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
      context,
      jobs,
      transport: opened.transport,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The MQTT interface exists only after what it feeds; until then there is nothing to send to. */
const transportOnceOpen = () => {
  let open: OpenTransport | null = null
  return {
    use: (transport: OpenTransport): void => {
      open = transport
    },
    ifOpen: (): OpenTransport | null => open,
    inUse: (): OpenTransport => {
      if (open === null) throw new Error('the MQTT interface is not open yet')
      return open
    },
  }
}

const followLogins = (reconcile: () => Promise<void>): Job => ({
  name: 'broker-logins',
  everyMs: 300_000,
  run: reconcile,
})
