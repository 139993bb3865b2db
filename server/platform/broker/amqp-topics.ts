import { channelNames, isFromGateway, topicRoot } from '#contract/mqtt/topics.ts'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'

/**
 * Where what gateways say lies in a cluster of RabbitMQ. Its MQTT plugin publishes to `amq.topic`, with dots for
 * slashes. Telemetry is spread over queues by gateway; everything else is one queue, so that it keeps its order.
 * Inventories lie in all of them: in each, what is behind a gateway is known before the readings that follow.
 */
export const topicExchange = 'amq.topic'
export const telemetryExchange = 'sunkeeper.tele'
/** Takes what the one above could not place, so that it is never dropped. */
export const restExchange = 'sunkeeper.rest'
export const talkQueue = 'sunkeeper.talk'
/** Never fewer than before: what lies in one that is not read any more is not stored. */
export const telemetryQueues = [1, 2, 3, 4].map((n) => `sunkeeper.tele.${n}`)
export const allQueues = [...telemetryQueues, talkQueue]

const quorum = { 'x-queue-type': 'quorum', 'x-single-active-consumer': true }
/** On three nodes, led by whichever leads the fewest; one server reads each, the next one takes over. */
export const queueArguments = {
  ...quorum,
  'x-quorum-initial-group-size': 3,
  'x-queue-leader-locator': 'balanced',
} as const

/** As the plugin writes topics and filters of MQTT; one with a dot or an asterisk of its own becomes another topic. */
export const routingKeyOf = (topic: string): string => topic.replaceAll('/', '.').replaceAll('+', '*')

const fromGateways = channelNames.filter(isFromGateway)
/** What lies in each queue, so that it is known before what follows it there. */
export const inEachQueue: ChannelFromGateway = 'inv'

/** `pv.v1.*.cmd.res`: a channel of all gateways, as a binding. */
export const bindingOf = (channel: ChannelFromGateway): string => routingKeyOf(`${topicRoot}/+/${channel}`)

/** Which queue is bound to which channel, beside telemetry. */
export const queueBindings: readonly { queue: string; key: string }[] = [
  ...fromGateways
    .filter((channel) => channel !== 'tele')
    .map((channel) => ({ queue: talkQueue, key: bindingOf(channel) })),
  ...telemetryQueues.map((queue) => ({ queue, key: bindingOf(inEachQueue) })),
]

/** The topic, or filter, that a routing key stands for. */
export const topicOfKey = (key: string): string => key.replaceAll('.', '/').replaceAll('*', '+')
