import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import type { Passwords } from './accounts/passwords.ts'
import { createPasswords } from './accounts/passwords.ts'
import { type ControlLimits, controlLimits } from '#domain/commands/control-limits.ts'
import { cancelOpen, enqueue, withdrawQueued } from './commands/outbox.ts'
import { type WhoWorksThere, whoWorksThere } from './commands/who-works-there.ts'
import type { Tables } from './db/tables.ts'
import { createDecoder, type Decoder } from './files/decoder.ts'
import type { News } from './live/news.ts'
import type { Notice } from './notice.ts'
import { createNotice } from './notice.ts'
import { createLooks, type Looks } from './stations/station-looks.ts'
import { applyRating } from './telemetry/apply-rating.ts'
import { markStationDue } from './telemetry/energy-store.ts'
import { deviceEnergyTotals, stationEnergyTotals } from './telemetry/energy-totals.ts'
import { RETENTION_DAYS } from './telemetry/retention.ts'

/** The database, or a transaction on it: what every store function takes. */
export type Db = Kysely<Tables>

/** Where a person points a gateway to. */
export type DeviceAddress = { host: string; port: number; tls: boolean }

/**
 * Logins of gateways where the broker keeps them itself. What is stored decides; the broker is told after the commit.
 * A change that could not be told is told when the broker can be reached again, but for a new secret: that exists
 * only once.
 */
export type GatewayLogins = {
  /** To be asked before a secret is made. @throws Refusal `unavailable` when the broker could not be told it. */
  ready: () => Promise<void>
  /** The gateway's new secret, in force from now on. Ends connections with the old one. */
  give: (gatewaySn: string, secret: string) => Promise<void>
  /** Something else about its login has changed: claimed, revoked, removed. */
  follow: (gatewaySn: string) => Promise<void>
}

/** Where uploads lie. Several servers of an installation share the folder. */
export type FileSettings = {
  dir: string
  /** Bytes that each company may store. */
  quotaBytes: number
  decoder: Decoder
}

export const QUOTA_BYTES = 10 * 1024 ** 3

/** What the features share. Made once by main (and by the tests' app); a feature that offers more adds its field here. */
export type Kitchen = {
  readonly db: Db
  /** The connections under `db`, for what Kysely cannot say (COPY, advisory locks of a session). */
  readonly pool: Pool
  readonly log: Logger
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Days that single readings are kept. */
  readonly retentionDays: number
  readonly metrics: Registry
  readonly passwords: Passwords
  /** The id of an account whose rights, state or sessions changed: open streams look at them again at once. */
  readonly accountChanged: Notice<string>
  /** What happened to a station, told after its commit: tell it and the pages open on it follow. */
  readonly news: Notice<News>
  /** The energy ledger, for the features that stand before telemetry. */
  readonly energy: {
    deviceTotals: typeof deviceEnergyTotals
    stationTotals: typeof stationEnergyTotals
    markStationDue: typeof markStationDue
    /** What is known of devices' power changed. */
    applyRating: typeof applyRating
  }
  /** The device door. Without one nothing is connected: nothing is sent, and what is sent later starts at a birth. */
  readonly devices: {
    /** The desired settings of a gateway: kept, and sent again at each birth. A silent gateway is no error. */
    sendConfig: (gatewaySn: string, settings: { report_s: number }) => Promise<void>
    /** A command of the wire, never kept: `sent` = handed to a connection that listens. */
    sendCommand: (gatewaySn: string, message: object) => Promise<'sent' | 'offline' | 'busy'>
  }
  readonly mqtt: {
    /** Ends the gateway's connections, after its login was changed or revoked. */
    disconnect: (gatewaySn: string) => Promise<void>
    address: () => DeviceAddress
  }
  /** Whose broker gateways speak to. */
  readonly broker: 'built_in' | 'other'
  readonly logins: GatewayLogins
  /** The command outbox, for the features that stand before it. */
  readonly commands: {
    /** In the caller's transaction. @throws Refusal `command_running` */
    enqueue: typeof enqueue
    /** In the caller's transaction: ends what is open on devices that are removed or moved. */
    cancelOpen: typeof cancelOpen
    withdrawQueued: typeof withdrawQueued
    /** A gateway (id or serial) that something is queued for, told after the commit: it goes out at once. */
    readonly queued: Notice<string>
  }
  /** The brakes of control, and who stands in its way. */
  readonly control: { limits: ControlLimits; whoWorksThere: WhoWorksThere }
  /** Calls to other addresses: whether those outside the public internet may be named. */
  readonly webhooks: { privateAllowed: boolean }
  /** Whom push services may write to about what this installation sends: an https: or mailto: address. */
  readonly push: { contact: string }
  readonly files: FileSettings
  readonly firmware: {
    /** Public keys whose signatures on packages count. @throws when they cannot be read */
    keys: () => Promise<readonly SigningKey[]>
    /** To a gateway, never kept: an offer or its end, and a chunk of an image. As `devices.sendCommand`. */
    sendOffer: (gatewaySn: string, message: object) => Promise<'sent' | 'offline' | 'busy'>
    sendChunk: (
      gatewaySn: string,
      job: string,
      n: number,
      chunk: Uint8Array,
    ) => Promise<'sent' | 'offline' | 'busy'>
    /** A gateway (id or serial) with something to do: a task was made, resumed or moved on, or it has come up. */
    readonly due: Notice<{ gateway: string; cameUp: boolean }>
  }
  /** Who looked at which station; written by a timer of this process. */
  readonly looks: Looks
  /** Pages of these origins may hold the app in a frame. */
  readonly shellOrigins: readonly string[]
  /** A server of map tiles, if one was set: pages may load pictures from it. */
  readonly mapTiles: MapTiles | null
}

/** The kitchen from what differs between a real start and a test. */
export const makeKitchen = (
  given: Pick<Kitchen, 'db' | 'pool' | 'log' | 'clock'> & Partial<Kitchen>,
): Kitchen => ({
  retentionDays: RETENTION_DAYS,
  metrics: new Registry(),
  passwords: createPasswords(),
  accountChanged: createNotice<string>(),
  news: createNotice<News>(),
  energy: {
    deviceTotals: deviceEnergyTotals,
    stationTotals: stationEnergyTotals,
    markStationDue,
    applyRating,
  },
  devices: { sendConfig: async () => {}, sendCommand: async () => 'offline' },
  mqtt: { disconnect: async () => {}, address: () => ({ host: '127.0.0.1', port: 1883, tls: false }) },
  broker: 'built_in',
  logins: { ready: async () => {}, give: async () => {}, follow: async () => {} },
  commands: { enqueue, cancelOpen, withdrawQueued, queued: createNotice<string>() },
  control: { limits: controlLimits, whoWorksThere },
  webhooks: { privateAllowed: false },
  push: { contact: 'mailto:push@sunkeeper.example' },
  files: {
    dir: path.join(tmpdir(), `sunkeeper-files-${process.pid}`),
    quotaBytes: QUOTA_BYTES,
    decoder: createDecoder(),
  },
  looks: createLooks(),
  shellOrigins: [],
  mapTiles: null,
  firmware: {
    keys: async () => [],
    sendOffer: async () => 'offline',
    sendChunk: async () => 'offline',
    due: createNotice(),
  },
  ...given,
})
