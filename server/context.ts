import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { CommandRequest } from '#contract/mqtt/command.ts'
import type { FirmwareOrder } from '#contract/mqtt/firmware.ts'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import type { Passwords } from './features/accounts/passwords.ts'
import type { ControlLimits } from '#domain/commands/control-limits.ts'
import type { cancelOpen, enqueue, withdrawQueued } from './features/commands/outbox.ts'
import type { WhoWorksThere } from './features/commands/who-works-there.ts'
import type { moveEdge } from './features/edges/move-edge.ts'
import type { EdgeProgram } from './features/edges/edge-program.ts'
import type { devicesInForce, removeDevices } from './features/devices/device-removal-store.ts'
import type { Decoder } from './platform/files/decoder.ts'
import type { FileStore } from './platform/files/store.ts'
import type { ChangeEvent, GatewayErrand } from './events.ts'
import type { Notice } from './platform/notice.ts'
import type { Visits } from './features/stations/station-visits.ts'
import type { applyRating } from './features/telemetry/apply-rating.ts'
import type { markStationDue } from './features/telemetry/energy-store.ts'
import type {
  deviceEnergyTotals,
  deviceFlowTotals,
  stationEnergyTotals,
} from './features/telemetry/energy-totals.ts'
import type { lastRanAt } from './features/telemetry/find-ran.ts'
import type { energyOf } from './features/telemetry/range-energy.ts'
import type { IntakeMemory } from './features/telemetry/intake-memory.ts'
import type { OverviewMemory } from './features/overview/overview-memory.ts'
import type { FiguresMind } from './features/stations/kept-mind.ts'
import type { CardsMind } from './features/stations/cards-mind.ts'
import type { StationsMind } from './features/stations/stations-mind.ts'
import type { OpenOrdersMind } from './features/work-orders/open-orders-mind.ts'
import type { Db } from './platform/db/handle.ts'
import type { FairQueue } from './platform/fair-queue.ts'
import type { ExpensiveReads } from './platform/expensive-reads.ts'
import type { JudgeApart } from './features/alarms/rules/judges.ts'
import type { Rehearse } from './features/alarms/rules/rehearsals.ts'

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

export type FileSettings = {
  /** A folder of this machine where uploads are received, until they are complete. */
  dir: string
  /** Where they lie from then on. Several servers of an installation share it. */
  store: FileStore
  /** Bytes that each company may store. */
  quotaBytes: number
  decoder: Decoder
}

/** What edges have to know of this server. */
export type EdgeSettings = {
  /** People and edges reach it by HTTPS, here or at a proxy. */
  secure: boolean
  /** `https://host`, when the server knows its public name. */
  publicOrigin: string | null
  /** PEM of the authority of the HTTPS certificate, where that is not publicly trusted. */
  authority: string | null
  /** The same of the broker's certificate. */
  brokerAuthority: string | null
  /** Where the edge of this machine finds the built-in broker without TLS; null = as any other edge. */
  localBroker: () => { host: string; port: number } | null
  /** The program of the edge as this server hands it out. */
  program: () => Promise<EdgeProgram>
  /** The name of this server, when its machine has an edge of its own, to be handed to a station; null = it has none. */
  builtIn: string | null
  /** It was handed out, or taken back. */
  builtInChanged: Notice<void>
}

/** What the features share. Made once by main (and by the tests' app); a feature that offers more adds its field here. */
export type Context = {
  readonly db: Db
  /** The same database for work that nobody waits for: it yields to what somebody waits for. */
  readonly background: Db
  /** The connections under `db`, for what Kysely cannot say (COPY, advisory locks of a session). */
  readonly pool: Pool
  readonly log: Logger
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Days that single readings are kept. */
  readonly retentionDays: number
  /** Days of readings are packed when they ended so many days ago; 0 = packed ones become rows again. */
  readonly packAfterDays: number
  readonly metrics: Registry
  readonly passwords: Passwords
  /** The id of an account whose rights, state or sessions changed: open streams look at them again at once. */
  readonly accountChanged: Notice<string>
  /** What happened to a station, told after its commit: tell it and the pages open on it follow. */
  readonly changeEvents: Notice<ChangeEvent>
  /** The energy ledger, for the features that stand before telemetry. */
  readonly energy: {
    deviceTotals: typeof deviceEnergyTotals
    flowTotals: typeof deviceFlowTotals
    stationTotals: typeof stationEnergyTotals
    inRanges: typeof energyOf
    /** When a device that is shut down last was anything else. */
    lastRanAt: typeof lastRanAt
    markStationDue: typeof markStationDue
    /** What is known of devices' power changed. */
    applyRating: typeof applyRating
  }
  /** The MQTT interface. Without one nothing is connected: nothing is sent, and what is sent later starts at a birth. */
  readonly devices: {
    /** All that is wanted of a gateway: kept, and sent again at each birth. A silent gateway is no error. */
    sendConfig: (gatewaySn: string) => Promise<void>
    /** A command of the wire, never kept: `sent` = handed to a connection that listens. */
    sendCommand: (gatewaySn: string, message: CommandRequest) => Promise<'sent' | 'offline' | 'busy'>
  }
  readonly mqtt: {
    /** Ends the gateway's connections, after its login was changed or revoked. */
    disconnect: (gatewaySn: string) => Promise<void>
    address: () => DeviceAddress
  }
  /** Between the servers of an installation, where gateways are connected to one of them. */
  readonly errands: Notice<GatewayErrand>
  /** Whose broker gateways speak to. */
  readonly broker: 'built_in' | 'other'
  readonly logins: GatewayLogins
  /** What stands at a station, for the features that stand before devices. Both in the caller's transaction. */
  readonly stationDevices: { lock: typeof devicesInForce; remove: typeof removeDevices }
  /** What edges are told of this server, and the one that stands beside it. */
  readonly edges: EdgeSettings
  /** In the caller's transaction: what is known of an edge follows its gateway to another id. */
  readonly moveEdge: typeof moveEdge
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
    sendOffer: (gatewaySn: string, message: FirmwareOrder) => Promise<'sent' | 'offline' | 'busy'>
    sendChunk: (
      gatewaySn: string,
      job: string,
      n: number,
      chunk: Uint8Array,
    ) => Promise<'sent' | 'offline' | 'busy'>
    /** A gateway (id or serial) with something to do: a task was made, resumed or moved on, or it has come up. */
    readonly due: Notice<{ gateway: string; cameUp: boolean }>
  }
  /** Whose turn it is of all other reads: each is short, and many at once are long for others. */
  readonly reads: FairQueue
  /** Whose turn it is of routes that are `expensive`; their handlers are given `db` by it. */
  readonly expensive: ExpensiveReads
  readonly rehearse: Rehearse
  readonly judgeApart: JudgeApart
  /** What storing readings and home keep in mind between two turns. */
  readonly intake: IntakeMemory
  readonly overview: OverviewMemory
  /** Kept figures of stations, as this server has read them: as all that is in mind over its own `db`, whichever one a caller has. */
  readonly figures: FiguresMind
  /** Stations themselves. */
  readonly stations: StationsMind
  readonly cards: CardsMind
  /** Open orders of all stations. */
  readonly openOrders: OpenOrdersMind
  /** Who looked at which station; written by a timer of this process. */
  readonly visits: Visits
  /** Pages of these origins may hold the app in a frame. */
  readonly shellOrigins: readonly string[]
  /** A server of map tiles, if one was set: pages may load pictures from it. */
  readonly mapTiles: MapTiles | null
}
