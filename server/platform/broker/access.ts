import {
  channels,
  isFromGateway,
  maxMessageBytes,
  maxTopicBytes,
  parseTopic,
  topicRoot,
} from '#contract/mqtt/topics.ts'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'

/** Why something a gateway wanted was refused. Each is counted under its name. */
export type Refusal =
  | 'anonymous'
  | 'client_id'
  | 'credentials'
  | 'too_many_logins'
  | 'too_many_failures'
  | 'login_unavailable'
  | 'will'
  | 'publish_topic'
  | 'publish_retained'
  | 'publish_qos'
  | 'publish_size'
  | 'subscribe'
  | 'subscriptions'

export type PublishRequest = { topic: string; retain: boolean; qos: number; bytes: number }

/** What a gateway may publish: the channels of its own branch that lead away from it. */
export function judgePublish(
  gateway: string,
  request: PublishRequest,
): { channel: ChannelFromGateway } | { refusal: Refusal } {
  const parsed = parseTopic(request.topic)
  if (parsed === null || parsed.gateway !== gateway || !isFromGateway(parsed.channel)) {
    return { refusal: 'publish_topic' }
  }
  if (request.retain && !channels[parsed.channel].retained) return { refusal: 'publish_retained' }
  if (request.qos > 1) return { refusal: 'publish_qos' }
  if (request.bytes > maxMessageBytes) return { refusal: 'publish_size' }
  return { channel: parsed.channel }
}

/** A last will may only be the gateway's own status. */
export function mayLeaveWill(gateway: string, will: PublishRequest): boolean {
  const judged = judgePublish(gateway, will)
  return 'channel' in judged && judged.channel === 'status'
}

const ownFilters = new Set([
  'cfg',
  'cmd/req',
  'cmd/+',
  'cmd/#',
  'ota/offer',
  'ota/+',
  'ota/#',
  'ota/data/#',
  'ota/data/+/+',
  'ota/data/+/#',
])
const jobFilter = /^ota\/data\/[A-Za-z0-9_-]{1,40}\/(?:\d{1,7}|\+|#)$/

/** What a gateway may subscribe to, beside single firmware jobs (`maySubscribe` knows them too). */
export const subscriptionsOf = (gateway: string): string[] =>
  [...ownFilters].map((rest) => `${topicRoot}/${gateway}/${rest}`)

/** What a gateway may subscribe to: what leads to it, in its own branch; wildcards only below `cmd` and `ota`. */
export function maySubscribe(gateway: string, filter: string): boolean {
  const branch = `${topicRoot}/${gateway}/`
  if (filter.length > maxTopicBytes || !filter.startsWith(branch)) return false
  const rest = filter.slice(branch.length)
  return ownFilters.has(rest) || jobFilter.test(rest)
}

/** What may be handed to a gateway: never what a gateway wrote, not even its own words through a wildcard. */
export function mayReceive(gateway: string, topic: string): boolean {
  const parsed = parseTopic(topic)
  return parsed !== null && parsed.gateway === gateway && !isFromGateway(parsed.channel)
}

/** Whether a subscription of a gateway covers a topic, by the rules of MQTT 3.1.1 section 4.7. */
export function filterCovers(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false
  }
  return wanted.length === levels.length
}
