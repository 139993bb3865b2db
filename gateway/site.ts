import type { CommandRequest, CommandResult } from '#contract/mqtt/command.ts'
import type { Config, ConfigAck } from '#contract/mqtt/config.ts'
import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import type { Links } from '#contract/mqtt/links.ts'
import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { OtaBehaviour } from './firmware.ts'
import type { OwnDevice } from './firmware-trust.ts'
import type { Soon } from './soon.ts'

/** `lied`: the device says that it obeys, and does not. `unable`: there is no such device, or it cannot. */
export type Obedience = 'done' | 'lied' | 'unable'

/** What became of an order to a device: one that is asked and read back tells more than that it obeyed. */
export type Told = Obedience | Omit<CommandResult, 'sn'>

type LimitArguments = Extract<CommandRequest, { op: 'limit' }>['args']
/** How much power a device may give, and for how long unless the order is repeated. */
export type PowerLimit = ({ readonly pct: number } | { readonly w: number }) & {
  /** The command that ordered it: its end is told under the same id. */
  readonly id: string
  /** Seconds; null = the site decides. */
  readonly rvrtS: number | null
}
export const powerLimit = (id: string, { pct, w, rvrt_s: rvrtS = null }: LimitArguments): PowerLimit =>
  pct === undefined ? { w, id, rvrtS } : { pct, id, rvrtS }

export type DiagnoseArguments = Extract<CommandRequest, { op: 'diagnose' }>['args']
export type Diagnosis = { readonly lines?: readonly string[]; readonly found?: readonly FoundDevice[] }
/** How far a search is. */
export type SearchProgress = {
  readonly done: number
  readonly total: number
  readonly tried: string
  readonly found: readonly FoundDevice[]
}

/** An alarm that holds now on a device behind the gateway. */
export interface AlarmCondition {
  /** `device:code:instance` */
  readonly aid: string
  readonly sn: string
  readonly code: string
  readonly lvl: Extract<AlarmEvent, { ev: 'raise' }>['lvl']
  /** Epoch ms. */
  readonly since: number
  readonly ctx: Readonly<Record<string, number>>
}

/** What a gateway says of itself at each birth. */
export type GatewayIdentity = { readonly sn: string } & Readonly<
  Pick<Birth, 'model' | 'hw' | 'soc' | 'net' | 'edge'>
> & { readonly sw: string }

/**
 * What stands behind a gateway: real devices, or the simulator's. The gateway asks the site and passes orders on; it
 * knows nothing of how the devices are reached. Instants are epoch ms of the wall clock, serials those of the devices
 * that hang there now. What takes real devices a while gives a promise; what only some sites can may be left out.
 */
export interface Site {
  readonly identity: GatewayIdentity
  /** Reporting interval until the server sets another one, seconds. */
  readonly reportSeconds: number
  inventory(): readonly InventoryDevice[]
  /** False = it does not know yet what is there, and names nobody; absent: it knows. */
  isInventoryKnown?(): boolean
  /** The newest reading of each device that answers. */
  readings(ts: number): readonly TelemetryItem[]
  /** What no report has had yet; absent: a report has the newest readings. */
  unreported?(): readonly TelemetryItem[]
  /** Reads these devices now, all of them when none is named; resolves when each has answered or not. */
  refresh?(sns: readonly string[]): Promise<void>
  alarms(ts: number): readonly AlarmCondition[]
  /** Turns an inverter, an optimizer or a shutdown device on or off. */
  turn(sn: string, on: boolean, ts: number): Soon<Told>
  limit(sn: string, limit: PowerLimit, ts: number): Soon<Told>
  restart(sn: string, ts: number): Soon<Told>
  /** What a device stands at beyond its readings: `limit_pct` in %, `up_s` in seconds. */
  settings(sn: string, ts: number): Readonly<Record<string, number>>
  /** Somebody has put `replacement` where `old` hung. */
  exchange(old: string, replacement: string, ts: number): void
  /** Takes settings beyond the reporting interval; gives the devices of the list that it does not read, and why. */
  configure?(config: Config): Promise<NonNullable<ConfigAck['refused']>>
  /** A command has set the reporting interval: it outlasts a new start. */
  keepReportSeconds?(seconds: number): void
  /** Searches for devices; rejects when it cannot. */
  discover?(
    ranges: readonly string[] | null,
    tell: (progress: SearchProgress) => void,
  ): Promise<readonly FoundDevice[]>
  /** Rejects with an error whose message is an English sentence. */
  diagnose?(wanted: DiagnoseArguments): Promise<Diagnosis>
  /** How it and its devices get on. */
  links?(): Pick<Links, 'devices' | 'store'>
  /** The gateway starts anew, and connections to devices with it. */
  restarted?(): void
  /** The gateway and its devices as they were built, for firmware. */
  firmwareDevices(): readonly Omit<OwnDevice, 'sequence'>[]
}

/** How answers to commands go out: `lateMs` of the wall clock, `times` 0 = never. */
export type Answering = { readonly lateMs: number; readonly times: number }

/** Troubles of the gateway itself. A real one has those that it meets; the simulator makes them. */
export interface Conditions {
  /** The line to the broker is cut. */
  linkLost(ts: number): boolean
  /** How far the gateway's clock is ahead, ms. */
  clockSkewMs(ts: number): number
  answering(ts: number): Answering
  upgrade(ts: number): OtaBehaviour
}

export const noTroubles: Conditions = {
  linkLost: () => false,
  clockSkewMs: () => 0,
  answering: () => ({ lateMs: 0, times: 1 }),
  upgrade: () => ({}),
}
