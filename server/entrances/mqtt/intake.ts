import type { AlarmEvent } from '#contract/mqtt/alarm.ts'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { ConfigAck } from '#contract/mqtt/config.ts'
import { decode, type GatewayMessage } from '#contract/mqtt/decode.ts'
import type { FirmwareGet, FirmwareProgress } from '#contract/mqtt/firmware.ts'
import type { Inventory } from '#contract/mqtt/inventory.ts'
import type { Links } from '#contract/mqtt/links.ts'
import type { Status } from '#contract/mqtt/status.ts'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { type ChannelFromGateway, channels } from '#contract/mqtt/topics.ts'
import { neverStorable } from '../../platform/db/trouble.ts'
import type { DoorLog, Receive, Received } from '../../platform/broker/transport.ts'
import type { DropReason, IntakeCounters } from './intake-counters.ts'
import { createGatewayQueues } from './gateway-queues.ts'
import type { DropNotes } from '../../features/devices/drop-notes.ts'
import { createLogThrottle } from '../../platform/log-throttle.ts'

/** What a handler is told beside the message. `gateway` is the login; a serial in the payload is only a claim. */
export type Arrival = Pick<Received, 'gateway' | 'arrivedAt' | 'retained'>

type Handler<Message> = (message: Message, arrival: Arrival) => Promise<void>

/**
 * A handler resolves once what it was given is safe (committed); only then is the message acknowledged. It throws
 * `MessageRefused` when the message can never be taken, anything else when it could not be stored now. It may be
 * given the same message again at any time and must then change nothing.
 */
export type IntakeHandlers = {
  onStatus: Handler<Status>
  onInventory: Handler<Inventory>
  onTelemetry: Handler<Telemetry>
  onAlarm: Handler<AlarmEvent>
  onConfigAck: Handler<ConfigAck>
  onCommandResult: Handler<CommandResponse>
  onLinks: Handler<Links>
  onFirmware: Handler<
    { channel: 'ota/get'; message: FirmwareGet } | { channel: 'ota/progress'; message: FirmwareProgress }
  >
}

export type IntakeOptions = IntakeHandlers & {
  /** Epoch milliseconds. */
  now: () => number
  log: DoorLog
  counters: IntakeCounters
  /** For the gateway's page: what was not taken, beside readings, which say it with their batch. */
  dropped?: DropNotes['note']
}

const unreadableOf = (message: { unreadable?: readonly { count: number }[] | undefined } | object): number =>
  'unreadable' in message ? (message.unreadable ?? []).reduce((sum, { count }) => sum + count, 0) : 0

/** Thrown by a handler for a message that sending again cannot help: acknowledged, counted, not used. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

/**
 * The entrance behind every broker: bytes in, messages of the contract out to the handlers. Within one gateway telemetry
 * runs side by side, everything else in the order it came, so that an inventory is known before the readings that
 * follow it. Malformed messages are dropped and counted; what could not be stored rejects.
 */
export function createIntake(options: IntakeOptions): { receive: Receive } {
  const { counters, log } = options
  const queues = createGatewayQueues()
  const throttle = createLogThrottle()

  function drop({ gateway, channel }: Received, reason: DropReason, detail?: string): 'dropped' {
    counters.dropped(channel, reason)
    options.dropped?.(gateway, { channel, reason, count: 1, at: options.now() })
    const heldBack = throttle.next(`${gateway} ${channel} ${reason}`, options.now())
    if (heldBack !== null) log.warn({ gateway, channel, reason, detail, heldBack }, 'message dropped')
    return 'dropped'
  }

  const handlers: { [C in ChannelFromGateway]: Handler<GatewayMessage<C>> } = {
    status: options.onStatus,
    inv: options.onInventory,
    tele: options.onTelemetry,
    alarm: options.onAlarm,
    'cfg/ack': options.onConfigAck,
    'cmd/res': options.onCommandResult,
    links: options.onLinks,
    'ota/get': async (message, arrival) => options.onFirmware({ channel: 'ota/get', message }, arrival),
    'ota/progress': async (message, arrival) =>
      options.onFirmware({ channel: 'ota/progress', message }, arrival),
  }

  /** The work for one message, null when it was not understood (and has been counted). */
  function understand<C extends ChannelFromGateway>(
    channel: C,
    received: Received,
  ): (() => Promise<void>) | null {
    const { gateway, payload, arrivedAt, retained } = received
    const decoded = decode(channel, payload)
    if (!decoded.ok) {
      drop(received, decoded.reason)
      return null
    }
    if (decoded.itemsRejected > 0) {
      counters.itemsRejected(channel, decoded.itemsRejected)
      // Those whose serial is at fault are named with it.
      const entries = decoded.itemsRejected - unreadableOf(decoded.message)
      if (entries > 0)
        options.dropped?.(gateway, { channel, reason: 'entry', count: entries, at: options.now() })
    }
    return () => handlers[channel](decoded.message, { gateway, arrivedAt, retained })
  }

  return {
    async receive(received) {
      const { gateway, channel, retained } = received
      counters.received(channel)
      if (retained && !channels[channel].retained) return drop(received, 'retained')
      const work = understand(channel, received)
      if (work === null) return 'dropped'
      try {
        return await queues.run(gateway, channel === 'tele' ? 'together' : 'alone', async () => {
          try {
            await work()
            return 'ok'
          } catch (error) {
            if (error instanceof MessageRefused) return drop(received, 'refused', error.message)
            // Sent again it would be refused again, and hold up all that waits behind it.
            if (neverStorable(error)) return drop(received, 'refused', String(error))
            throw error
          }
        })
      } catch (error) {
        counters.failed(channel)
        throw error
      }
    },
  }
}
