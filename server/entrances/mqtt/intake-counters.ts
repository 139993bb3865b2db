import { Counter, type Registry } from 'prom-client'
import type { DecodeFailure } from '#contract/mqtt/decode.ts'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'

/** Why a message was acknowledged and not used: sending it again would not help. */
export type DropReason = DecodeFailure | 'retained' | 'refused'

export type IntakeCounters = {
  received(channel: ChannelFromGateway): void
  dropped(channel: ChannelFromGateway, reason: DropReason): void
  /** Telemetry items or inventory entries left out of a message that was otherwise taken. */
  itemsRejected(channel: ChannelFromGateway, count: number): void
  /** Not stored and not acknowledged. */
  failed(channel: ChannelFromGateway): void
}

export function createIntakeCounters(registry: Registry): IntakeCounters {
  const make = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `sunkeeper_mqtt_${name}_total`, help, labelNames, registers: [registry] })
  // Counted for each message, told when somebody asks.
  const heard = new Map<ChannelFromGateway, number>()
  const received: Counter<'channel'> = new Counter({
    name: 'sunkeeper_mqtt_received_total',
    help: 'Messages of gateways',
    labelNames: ['channel'],
    registers: [registry],
    collect: () => {
      for (const [channel, count] of heard) received.inc({ channel }, count)
      heard.clear()
    },
  })
  const dropped = make('dropped', 'Messages acknowledged and not used', ['channel', 'reason'])
  const items = make('items_rejected', 'Items left out of messages', ['channel'])
  const failed = make('failed', 'Messages not stored and not acknowledged', ['channel'])
  return {
    received: (channel) => void heard.set(channel, (heard.get(channel) ?? 0) + 1),
    dropped: (channel, reason) => dropped.inc({ channel, reason }),
    itemsRejected: (channel, count) => items.inc({ channel }, count),
    failed: (channel) => failed.inc({ channel }),
  }
}
