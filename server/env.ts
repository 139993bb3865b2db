import path from 'node:path'
// The environment is the server's own boundary, so its schema lives here and not in the contract.
import * as z from 'zod/mini'
import { type ControlLimits, controlLimits } from '#domain/commands/control-limits.ts'
import type { Language } from '#domain/errors.ts'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { readS3Address, type S3Address, s3Sentence } from './platform/files/s3-address.ts'
import { type Cluster, clusterChecks, clusterOf, clusterVariables } from './env-cluster.ts'
import { tileChecks, tilesOf, tileVariables } from './platform/map-tile-settings.ts'
import { bareHost, isLoopback } from './platform/loopback.ts'
import {
  portNumber,
  dayCount,
  packDays,
  megabytes,
  deviceCount,
  kilowatts,
  address,
  isOrigin,
  isAddressRange,
  listOf,
  withoutSlash,
  hostName,
  yesOrNo,
} from './env-values.ts'
import { roleNames, type RoleName } from './role-names.ts'
import { PACK_AFTER_DAYS, RETENTION_DAYS } from './features/telemetry/retention.ts'

/** Everything that can be set from outside. Instants, folders and addresses are checked and complete. */
export type Environment = {
  /** What this server does of an installation's work. */
  readonly roles: readonly RoleName[]
  readonly port: number
  readonly host: string
  readonly mqttPort: number
  /** Where plain MQTT listens: loopback unless said otherwise, for secrets travel unprotected on it. */
  readonly mqttHost: string
  /** An external broker instead of the built-in one. */
  readonly mqttUrl: string | null
  /** PEM file of that broker's certificate authority, absolute; null = those the machine knows. */
  readonly mqttCa: string | null
  /** The edge of this machine: reads devices once an administrator hands it to a station. */
  readonly edge: boolean
  /** Ranges of addresses beyond private networks that it may connect to. */
  readonly edgeAllow: readonly string[]
  /** Several servers at that broker share telemetry. */
  readonly mqttShare: boolean
  /** That broker is a cluster of RabbitMQ, spoken to by AMQP. Holds secrets: never log it. */
  readonly cluster: Cluster | null
  /** A PostgreSQL of your own instead of the embedded one. */
  readonly databaseUrl: string | null
  /** The same database as the owner of its tables, when `databaseUrl` signs in as a role with fewer rights. */
  readonly databaseOwnerUrl: string | null
  /** A read replica (streaming standby) of that database, for reads that take seconds. */
  readonly databaseReadUrl: string | null
  /** Absolute. */
  readonly dataDir: string
  /** The origin under which people reach the server, without a slash at the end. */
  readonly publicUrl: string | null
  /** Of errors and proposed names, for callers who name none. */
  readonly language: Language
  /** Further names under which people reach the server. */
  readonly hostNames: readonly string[]
  /** Origins of native shells that may embed the app. */
  readonly shellOrigins: readonly string[]
  /** A server of map tiles; null draws maps from the outline alone, and nothing leaves the installation. */
  readonly mapTiles: MapTiles | null
  /** Addresses of proxies in front of the server, whose word on where a request comes from is taken. */
  readonly trustedProxies: readonly string[]
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** MQTT over TLS, where there is a certificate; null = 8883. */
  readonly mqttsPort: number | null
  readonly metricsPort: number
  /** Single readings are kept this many days and older ones refused; energy by day is kept for ever. */
  readonly retentionDays: number
  /** Days of readings are packed when they ended so many days ago; 0 = none is, and packed ones become rows again. */
  readonly packAfterDays: number
  /** A bucket for uploaded files; null = the folder `files` of `dataDir`. Holds a secret: never log it. */
  readonly filesAt: S3Address | null
  /** Bytes of uploaded files that each company may store. */
  readonly fileQuotaBytes: number
  /** Webhooks may go to addresses outside the public internet. */
  readonly webhookPrivate: boolean
  /** The brakes of control. */
  readonly control: ControlLimits
  /** File of the public keys whose signatures on firmware packages count, absolute. */
  readonly firmwareKeys: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const isWhole = (roles: readonly string[]): boolean => roleNames.every((role) => roles.includes(role))

/** Secrets of gateways and the broker's administrator would travel unprotected. */
const isPlainElsewhere = (text: string | undefined): boolean => {
  if (text === undefined || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'mqtt:' || protocol === 'ws:') && !isLoopback(bareHost(hostname))
}

const filesAt = ({
  FILES_URL,
  FILES_KEY: key,
  FILES_SECRET: secret,
}: {
  FILES_URL?: string | undefined
  FILES_KEY?: string | undefined
  FILES_SECRET?: string | undefined
}): S3Address | null => (FILES_URL === undefined ? null : readS3Address(FILES_URL, { key, secret }))

const isRole = (text: string): text is RoleName => (roleNames as readonly string[]).includes(text)
const rolesSentence = `must be one or several of ${roleNames.join(', ')}, separated by commas`

const schema = z
  .object({
    ROLES: z._default(listOf(isRole, rolesSentence), [...roleNames]),
    PORT: z._default(portNumber, 8080),
    HOST: hostName('0.0.0.0'),
    MQTT_PORT: z._default(portNumber, 1883),
    MQTT_HOST: hostName('127.0.0.1'),
    MQTT_URL: address(
      ['mqtt:', 'mqtts:', 'ws:', 'wss:'],
      'must be the address of an MQTT broker, such as mqtts://broker.example:8883',
    ),
    MQTT_CA: z.optional(z.string()),
    MQTT_SHARE: yesOrNo,
    ...clusterVariables,
    WEBHOOK_PRIVATE: yesOrNo,
    ALLOW_PLAIN_MQTT: yesOrNo,
    DATABASE_URL: address(
      ['postgres:', 'postgresql:'],
      'must be the address of a PostgreSQL database, such as postgresql://user:password@host:5432/sunkeeper',
    ),
    DATABASE_OWNER_URL: address(
      ['postgres:', 'postgresql:'],
      'must be the address of the same database as DATABASE_URL, with the role that owns its tables',
    ),
    DATABASE_READ_URL: address(
      ['postgres:', 'postgresql:'],
      'must be the address of a streaming replica of DATABASE_URL, with the same login',
    ),
    DATA_DIR: z._default(z.string(), './data'),
    PUBLIC_URL: z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => isOrigin(withoutSlash(text)),
            'must be http:// or https:// and a host, without a path, such as https://sun.example',
          ),
        ),
    ),
    DEFAULT_LANGUAGE: z._default(z.enum(['zh_CN', 'en'], 'must be zh_CN or en'), 'zh_CN'),
    HOST_NAMES: listOf(
      (text) =>
        text
          .replace(/^\*\./, '')
          .split('.')
          .every((label) => /^[\p{L}\p{N}-]+$/u.test(label)),
      'must be names separated by commas, without a port, such as sun.example,sun.example.net',
    ),
    SHELL_ORIGINS: listOf(
      isOrigin,
      'must be origins separated by commas, each exactly as a browser writes it, such as https://shell.example',
    ),
    ...tileVariables,
    TRUSTED_PROXIES: listOf(
      isAddressRange,
      'must be addresses separated by commas, single ones or ranges, such as 127.0.0.1,10.0.0.0/8',
    ),
    EDGE: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
    EDGE_ALLOW: listOf(
      isAddressRange,
      'must be addresses separated by commas, single ones or ranges, such as 203.0.113.7,198.51.100.0/24',
    ),
    TLS_CERT: z.optional(z.string()),
    TLS_KEY: z.optional(z.string()),
    MQTTS_PORT: z.optional(portNumber),
    METRICS_PORT: z._default(portNumber, 9464),
    RETENTION_DAYS: z._default(dayCount, RETENTION_DAYS),
    PACK_AFTER_DAYS: z._default(packDays, PACK_AFTER_DAYS),
    FILES_URL: z.optional(z.string()),
    FILES_KEY: z.optional(z.string()),
    FILES_SECRET: z.optional(z.string()),
    FILE_QUOTA_MB: z._default(megabytes, 10_240),
    CONTROL_PER_CALL: z._default(deviceCount, controlLimits.perCall),
    CONTROL_PER_HOUR: z._default(deviceCount, controlLimits.perHour),
    CONTROL_SECOND_DEVICES: z._default(deviceCount, controlLimits.secondDevices),
    CONTROL_SECOND_KW: z._default(kilowatts, controlLimits.secondW / 1000),
    FIRMWARE_KEYS: z.optional(z.string()),
    LOG_LEVEL: z._default(
      z.enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      ),
      'info',
    ),
  })
  .check(
    z.refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
      path: ['TLS_KEY'],
      error: 'and TLS_CERT must be set together',
    }),
    ...tileChecks,
    ...clusterChecks,
    z.refine((env) => env.FILES_URL === undefined || filesAt(env) !== null, {
      path: ['FILES_URL'],
      error: s3Sentence,
    }),
    z.refine(({ ROLES, DATABASE_URL }) => isWhole(ROLES) || DATABASE_URL !== undefined, {
      path: ['ROLES'],
      error: 'in part needs DATABASE_URL: the servers of an installation meet in one database',
    }),
    z.refine(({ ROLES }) => !ROLES.includes('broker') || ROLES.includes('intake'), {
      path: ['ROLES'],
      error: 'with broker needs intake: the built-in broker hands over within its process',
    }),
    z.refine(
      ({ ROLES, MQTT_URL }) =>
        !ROLES.includes('intake') || ROLES.includes('broker') || MQTT_URL !== undefined,
      { path: ['ROLES'], error: 'with intake needs broker, or MQTT_URL for a broker of your own' },
    ),
    z.refine(
      ({ DATABASE_URL, DATABASE_OWNER_URL }) =>
        DATABASE_OWNER_URL === undefined || DATABASE_URL !== undefined,
      { path: ['DATABASE_OWNER_URL'], error: 'needs DATABASE_URL beside it' },
    ),
    z.refine(
      ({ DATABASE_URL, DATABASE_READ_URL }) => DATABASE_READ_URL === undefined || DATABASE_URL !== undefined,
      { path: ['DATABASE_READ_URL'], error: 'needs DATABASE_URL beside it' },
    ),
    z.refine(({ MQTT_URL, ALLOW_PLAIN_MQTT }) => ALLOW_PLAIN_MQTT || !isPlainElsewhere(MQTT_URL), {
      path: ['MQTT_URL'],
      error:
        'must be mqtts:// outside this machine, or set ALLOW_PLAIN_MQTT=yes in a network that you trust wholly',
    }),
  )

/**
 * Reads the environment; an empty variable counts as unset.
 * @throws EnvironmentError naming each variable that is wrong and what it must be, never its value (it may hold a
 * password).
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== '')
  const read = schema.safeParse(Object.fromEntries(set.map(([name, value]) => [name, value?.trim()])))
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new EnvironmentError(lines.join('\n'))
  }
  const env = read.data
  const tls =
    env.TLS_CERT !== undefined && env.TLS_KEY !== undefined
      ? { certFile: path.resolve(env.TLS_CERT), keyFile: path.resolve(env.TLS_KEY) }
      : null
  return {
    roles: roleNames.filter((role) => env.ROLES.includes(role)),
    port: env.PORT,
    host: env.HOST,
    mqttPort: env.MQTT_PORT,
    mqttHost: env.MQTT_HOST,
    mqttUrl: env.MQTT_URL ?? null,
    mqttCa: env.MQTT_CA === undefined ? null : path.resolve(env.MQTT_CA),
    mqttShare: env.MQTT_SHARE,
    cluster: clusterOf(env),
    // Where a server does a part of the work only, nobody can say which machine is meant.
    edge: env.EDGE === 'on' && isWhole(env.ROLES),
    edgeAllow: env.EDGE_ALLOW,
    webhookPrivate: env.WEBHOOK_PRIVATE,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    dataDir: path.resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL === undefined ? null : withoutSlash(env.PUBLIC_URL),
    language: env.DEFAULT_LANGUAGE,
    hostNames: env.HOST_NAMES,
    shellOrigins: env.SHELL_ORIGINS,
    mapTiles: tilesOf(env),
    trustedProxies: env.TRUSTED_PROXIES,
    tls,
    mqttsPort: env.MQTTS_PORT ?? null,
    metricsPort: env.METRICS_PORT,
    retentionDays: env.RETENTION_DAYS,
    packAfterDays: env.PACK_AFTER_DAYS,
    filesAt: filesAt(env),
    fileQuotaBytes: env.FILE_QUOTA_MB * 1024 * 1024,
    control: {
      perCall: env.CONTROL_PER_CALL,
      perHour: env.CONTROL_PER_HOUR,
      secondDevices: env.CONTROL_SECOND_DEVICES,
      secondW: env.CONTROL_SECOND_KW * 1000,
    },
    firmwareKeys: path.resolve(env.FIRMWARE_KEYS ?? path.join(env.DATA_DIR, 'firmware-keys.json')),
    logLevel: env.LOG_LEVEL,
  }
}
