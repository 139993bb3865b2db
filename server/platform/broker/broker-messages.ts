import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import type { ConnectLimitOptions } from './connect-limits.ts'
import type { GateLimits } from './packet-gate.ts'

/**
 * What the broker's worker and the main thread say to each other. Everything that has an `id` is answered once. What
 * gateways publish, and what became of it, goes in portions (`portions.ts`): whatever came in one turn of the sender's
 * loop, or in the few milliseconds after the last portion.
 */

export type WorkerOptions = {
  plain: { host: string; port: number }
  tls: { host: string; port: number; cert: string; key: string } | null
  gate: GateLimits
  connect: ConnectLimitOptions
  maxConnections: number
  /** Milliseconds a connection may take to send its CONNECT. */
  connectTimeoutMs: number
  /** Messages of 4 KB and more of all gateways together that may wait for their acknowledgement; of smaller ones up to eight times as many. */
  sharedInFlight: number
}

export type Delivery = 'sent' | 'offline' | 'busy'
/** What became of a message: `failed` is not acknowledged, so that the gateway sends it again. */
export type Outcome = 'ok' | 'dropped' | 'failed'

export type BrokerStats = {
  /** Gateways connected; null when another broker knows. */
  connected: number | null
  /** Messages let in since the start. */
  received: number
  inFlight: number
  /** By reason, since the start. */
  refused: Record<string, number>
}

export type ToWorker =
  | { kind: 'authenticated'; id: number; result: 'yes' | 'no' | 'unavailable' }
  /** What became of messages: the numbers of those that may be acknowledged, and all others. */
  | {
      kind: 'handled'
      ok: Float64Array<ArrayBuffer>
      others: readonly { id: number; outcome: Exclude<Outcome, 'ok'> }[]
    }
  | { kind: 'send'; id: number; topic: string; payload: Uint8Array; qos: 0 | 1; retain: boolean }
  | { kind: 'disconnect'; id: number; gateway: string }
  | { kind: 'stats'; id: number }
  | { kind: 'close'; id: number }

/** What a gateway published. */
export type Published = { id: number; gateway: string; channel: ChannelFromGateway; payload: Uint8Array }
/**
 * A portion of it on its way between the two threads, where an object a message costs more than all else it is sent for:
 * of each message its id and the length of its payload; a line with its channel and gateway; the payloads one after another.
 */
export type Portion = {
  numbers: Float64Array<ArrayBuffer>
  names: string
  payloads: Uint8Array<ArrayBuffer>
}

export type FromWorker =
  | { kind: 'listening'; port: number; tlsPort: number | null }
  | { kind: 'failed'; message: string }
  | { kind: 'authenticate'; id: number; gateway: string; secret: string }
  | { kind: 'published'; portion: Portion }
  | { kind: 'log'; level: 'info' | 'warn'; message: string; fields: Record<string, unknown> }
  /** What a gateway wanted and may not, so many times. */
  | { kind: 'refused-to'; gateway: string; reason: string; count: number }
  | { kind: 'answer'; id: number; value: Delivery | BrokerStats | null }
  /** What was asked could not be done. */
  | { kind: 'refused'; id: number; message: string }
