import type { Logger } from 'pino'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import { channels, isFromGateway, maxMessageBytes, parseTopic } from '#contract/mqtt/topics.ts'
import type { BrokerStats, Delivery } from './broker-messages.ts'

export type DoorLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** One message of a gateway, as any broker hands it in. */
export type Received = {
  /** From the login, never from the payload. */
  gateway: string
  channel: ChannelFromGateway
  payload: Uint8Array
  /** A stored copy of an earlier message that an external broker hands out on subscribing, and no new one. */
  retained: boolean
  /** Epoch milliseconds, by the server's clock. */
  arrivedAt: number
}

/** Resolves when the message may be acknowledged; rejects when it could not be stored and must come again. */
export type Receive = (message: Received) => Promise<'ok' | 'dropped'>

export type SendOptions = { qos?: 0 | 1; retain?: boolean }

/** What the features see of MQTT, whichever broker is behind it. */
export type DeviceTransport = {
  /**
   * Hands a message to the gateway in `topic`. `sent` = handed over to a connection that listens, not proof that it
   * was understood; `offline` = no such connection (a retained message is kept all the same); `busy` = the gateway
   * does not take what it was sent before.
   * @throws RangeError for a topic that does not lead to a gateway, a channel that is never retained, or more than 64 KB.
   */
  send(topic: string, payload: Uint8Array, options?: SendOptions): Promise<Delivery>
  /** Ends the gateway's connections, after its credential was revoked. */
  disconnect(gateway: string): Promise<void>
  stats(): Promise<BrokerStats>
  close(): Promise<void>
}

/** @throws RangeError, see `DeviceDoor.send`. Commands and firmware are never retained. */
export function checkSending(topic: string, payload: Uint8Array, retain: boolean): void {
  const parsed = parseTopic(topic)
  if (parsed === null || isFromGateway(parsed.channel)) {
    throw new RangeError(`not a topic to a gateway: ${topic}`)
  }
  if (retain && !channels[parsed.channel].retained) throw new RangeError(`never retained: ${topic}`)
  if (payload.length > maxMessageBytes) throw new RangeError(`message of ${payload.length} bytes`)
}
