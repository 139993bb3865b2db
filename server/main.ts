// Longer than other files: a start is one sequence, and what it opens is closed in the opposite order.
import { mkdir } from 'node:fs/promises'
import { firmwareChunkTopic, topicOf } from '#contract/mqtt/topics.ts'
import { ensureSetupCode, setupNeeded } from './features/accounts/set-up.ts'
import { readCertificate, watchCertificate } from './roles/certificate.ts'
import { edgeSettings } from './roles/edge-settings.ts'
import { openBuiltInEdge } from './roles/built-in-edge.ts'
import { createClosing } from './roles/closing.ts'
import { sendErrands } from './roles/errands.ts'
import { openBackground } from './platform/db/background.ts'
import { withSettings } from './platform/db/everyday-role.ts'
import { openDatabase } from './platform/db/open.ts'
import { type Environment, EnvironmentError } from './env.ts'
import { surviveFaults } from './platform/faults.ts'
import { createDecoder } from './platform/files/decoder.ts'
import { filesFolder, openStore } from './platform/files/open-store.ts'
import { holdsNothing } from './platform/files/store.ts'
import { collectProcessFigures, serveMetrics } from './platform/http/metrics.ts'
import { collectInstallationFigures } from './roles/installation-figures.ts'
import type { Jobs } from './entrances/jobs/jobs.ts'
import { desiredConfig } from './features/edges/desired-config.ts'
import { whoWorksThere } from './features/commands/who-works-there.ts'
import { makeContext } from './roles/make-context.ts'
import type { Context } from './context.ts'
import { openLiveHub } from './entrances/live/live-routes.ts'
import { openEventChannel } from './entrances/live/event-channel.ts'
import { createLog } from './platform/log.ts'
import type { DeviceTransport } from './platform/broker/transport.ts'
import { createNotice } from './platform/notice.ts'
import { openTransport } from './entrances/mqtt/open-transport.ts'
import type { OpenTransport } from './entrances/mqtt/opened-transport.ts'
import { openApi } from './roles/open-api.ts'
import { openGateways } from './roles/open-gateways.ts'
import { openJobs } from './roles/open-jobs.ts'
import { databaseOf, prepareDatabase } from './roles/prepare-database.ts'
import { readFirmwareKeys } from './features/upgrades/firmware-keys.ts'

export type Installation = {
  /** Where people reach it on this machine, without a slash at the end; empty without the role `api`. */
  readonly url: string
  /** 0 without the role `api`. */
  readonly httpPort: number
  /** The built-in broker's port; null with another one, or where another server has it. */
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

/** Opens what the roles of this server need, and closes it; the only file that knows all rooms of the server. */
export const openInstallation = async (
  env: Environment,
  { clock = Date.now, databaseSettings, prepare, verifyAnswers = false }: InstallationOptions = {},
): Promise<Installation> => {
  const log = createLog(env.logLevel)
  // 0711: the user that runs PostgreSQL passes through and sees nothing else.
  await mkdir(env.dataDir, { recursive: true, mode: 0o711 }).catch((error: Error) => {
    throw new EnvironmentError(`DATA_DIR cannot be made: ${error.message}`)
  })
  const closing = createClosing(log)
  const has = (role: Environment['roles'][number]): boolean => env.roles.includes(role)
  try {
    const database = await openDatabase(databaseOf(env, databaseSettings), log)
    closing.add(() => database.close())
    const rolesApart = await prepareDatabase(database, log, clock())
    const background = openBackground({ ...database, here: database.embedded !== null }, log)
    closing.add(() => background.close())

    const decoder = createDecoder()
    closing.add(async () => decoder.close())
    const transport = transportOnceOpen()
    const context = makeContext({
      shellOrigins: env.shellOrigins,
      mapTiles: env.mapTiles,
      broker: env.mqttUrl === null ? 'built_in' : 'other',
      db: database.db,
      pool: database.pool,
      background: background.db,
      localDatabase: database.embedded !== null,
      readUrl: env.databaseReadUrl && withSettings(env.databaseReadUrl, database.everyday.settings),
      log,
      clock,
      retentionDays: env.retentionDays,
      packAfterDays: env.packAfterDays,
      control: { limits: env.control, whoWorksThere },
      webhooks: { privateAllowed: env.webhookPrivate },
      ...(env.publicUrl?.startsWith('https:') ? { push: { contact: env.publicUrl } } : {}),
      files: {
        dir: filesFolder(env.dataDir),
        store: openStore(env),
        quotaBytes: env.fileQuotaBytes,
        decoder,
      },
      devices: {
        sendConfig: async (gateway) => {
          const message = await desiredConfig(database.db, gateway, clock())
          if (message === null) return
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
      edges: await edgeSettings(env, () => transport.inUse()),
      mqtt: {
        disconnect: (gateway) => transport.inUse().transport.disconnect(gateway),
        address: () => transport.inUse().address,
      },
      logins: {
        // Gateways may be added before the entrance opens (`prepare`): once it does, it reads the stored logins.
        ready: async () => transport.ifOpen()?.logins.ready(),
        give: async (gateway, secret) => transport.ifOpen()?.logins.give(gateway, secret),
        follow: async (gateway) => transport.ifOpen()?.logins.follow(gateway),
      },
    })
    if (env.filesAt !== null) noteFileStore(context)
    collectProcessFigures(context.metrics)
    const stopSurviving = surviveFaults(process, { log, metrics: context.metrics })
    closing.add(async () => stopSurviving())

    // Each start makes a new one while nobody has an account: only who answers people may.
    const firstCode = has('api') ? await ensureSetupCode(context.db, clock()) : null
    await prepare?.(context, firstCode)
    const setupCode = (await setupNeeded(context.db)) ? firstCode : null
    const live = openLiveHub(context)
    closing.add(() => live.stop())
    const line = openEventChannel(context, {
      url: database.everyday.url,
      reread: () => live.reread(),
      looks: live.looks,
      looksChanged: live.looksChanged,
    })
    closing.add(() => line.close())
    collectInstallationFigures(context, {
      dataDir: env.dataDir,
      streams: () => live.listeners(),
      atBroker: async () => (await transport.ifOpen()?.transport.stats())?.connected ?? null,
      lineUp: line.connected,
      rolesApart,
      embedded: database.embedded,
    })

    const tls = await readCertificate(env)
    if (tls !== null) watchCertificate(tls, { log, metrics: context.metrics, now: clock() })
    else if (env.mqttsPort !== null) {
      throw new EnvironmentError(
        'MQTTS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or run npm run certificate',
      )
    }
    const gateways = has('intake')
      ? await openGateways({ env, context, closing, tls, use: transport.use })
      : null
    if (gateways === null) {
      transport.use(await openTransport({ env, context, receive: null, tls }))
      closing.add(() => transport.inUse().transport.close())
      sendErrands(context, closing)
    }
    const opened = transport.inUse()
    const jobs = openJobs({
      context,
      closing,
      worker: has('worker'),
      api: has('api'),
      alone: env.databaseUrl === null,
      gateways,
    })
    const httpPort = has('api')
      ? await openApi({ env, context, live, closing, tls, reachable: opened.reachable, verifyAnswers })
      : 0
    if (env.edge) {
      const { dataDir, edgeAllow: allow } = env
      const edge = await openBuiltInEdge({ context, dataDir, allow })
      closing.add(() => edge.close())
    }
    const metrics = await serveMetrics(context.metrics, env.metricsPort).catch(() =>
      serveMetrics(context.metrics, 0),
    )
    closing.add(async () => void metrics.close())
    const address = metrics.address()
    const metricsPort = typeof address === 'object' && address !== null ? address.port : env.metricsPort
    if (env.metricsPort !== 0 && metricsPort !== env.metricsPort)
      log.warn(
        { wanted: env.metricsPort, port: metricsPort },
        'metrics port cannot be used, using any free one',
      )

    return {
      url: has('api') ? `${tls === null ? 'http' : 'https'}://localhost:${httpPort}` : '',
      httpPort,
      mqttPort: opened.mqttPort,
      mqttsPort: opened.mqttPort !== null && opened.address.tls ? opened.address.port : null,
      metricsPort,
      setupCode,
      databaseUrl: database.url,
      context,
      jobs,
      transport: opened.transport,
      close: closing.all,
    }
  } catch (error) {
    await closing.all()
    throw error
  }
}

/** Says at the start whether the bucket can be used. One that cannot stops nothing: files are answered 503 until it can. */
const noteFileStore = ({ log, files: { store } }: Pick<Context, 'log' | 'files'>): void => {
  holdsNothing(store).then(
    () => log.info({ store: store.title }, 'files lie in a bucket'),
    (err: unknown) => log.error({ err, store: store.title }, 'the store of files cannot be used'),
  )
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
