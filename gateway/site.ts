import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { OtaBehaviour } from './firmware.ts'
import type { OwnDevice } from './firmware-trust.ts'

/** `lied`: the device says that it obeys, and does not. `unable`: there is no such device, or it cannot. */
export type Obedience = 'done' | 'lied' | 'unable'

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
  Pick<Birth, 'model' | 'hw' | 'soc' | 'net'>
> & { readonly sw: string }

/**
 * What stands behind a gateway: real devices, or the simulator's. The gateway asks the site and passes orders on; it
 * knows nothing of how the devices are reached. Instants are epoch ms of the wall clock, serials those of the devices
 * that hang there now.
 */
export interface Site {
  readonly identity: GatewayIdentity
  /** Reporting interval until the server sets another one, seconds. */
  readonly reportSeconds: number
  inventory(): readonly InventoryDevice[]
  /** The newest reading of each device that answers. */
  readings(ts: number): readonly TelemetryItem[]
  alarms(ts: number): readonly AlarmCondition[]
  /** Turns an inverter, an optimizer or a shutdown device on or off. */
  turn(sn: string, on: boolean, ts: number): Obedience
  /** Share of its rated power that an inverter may give, %. */
  limit(sn: string, pct: number, ts: number): Obedience
  restart(sn: string, ts: number): Obedience
  /** What a device stands at beyond its readings: `limit_pct` in %, `up_s` in seconds. */
  settings(sn: string, ts: number): Readonly<Record<string, number>>
  /** Somebody has put `replacement` where `old` hung. */
  exchange(old: string, replacement: string, ts: number): void
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
