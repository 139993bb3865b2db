/**
 * The topics of the MQTT interface. One branch a gateway, `pv/v1/{gateway}/...`; each channel goes in one direction
 * only, and only two of those a gateway writes may be retained. The broker's access rules are read off this table.
 */
export const topicRoot = 'pv/v1'

/** A message, either way, is at most this many bytes of payload. */
export const maxMessageBytes = 65_536
/** The longest topic of this contract fits with room to spare. */
export const maxTopicBytes = 128

/** A gateway's serial as it stands in user name, client id and topic: already normalised (see `domain/devices/fields.ts`). */
export const gatewaySerialPattern = /^[A-Z0-9][A-Z0-9-]{5,31}$/
/** Firmware job, as it stands in a chunk's topic. */
export const jobPattern = /^[A-Za-z0-9_-]{1,40}$/

export type Direction = 'from gateway' | 'to gateway'
type ChannelRule = { direction: Direction; retained: boolean; summary: string }

const channelRules = {
  status: { direction: 'from gateway', retained: true, summary: 'Birth, and the last will' },
  inv: { direction: 'from gateway', retained: true, summary: 'Inventory: the devices behind the gateway' },
  tele: { direction: 'from gateway', retained: false, summary: 'Telemetry batch' },
  alarm: {
    direction: 'from gateway',
    retained: false,
    summary: 'Alarm raised, cleared, or the list of active ones',
  },
  'cfg/ack': { direction: 'from gateway', retained: false, summary: 'Answer to the desired settings' },
  'cmd/res': { direction: 'from gateway', retained: false, summary: 'Stages and results of a command' },
  links: {
    direction: 'from gateway',
    retained: false,
    summary: 'How an edge and its devices get on, and how full its store is',
  },
  'ota/get': { direction: 'from gateway', retained: false, summary: 'Asks for firmware chunks' },
  'ota/progress': { direction: 'from gateway', retained: false, summary: 'Progress of a firmware job' },
  cfg: { direction: 'to gateway', retained: true, summary: 'Desired settings, sent again at each birth' },
  'cmd/req': { direction: 'to gateway', retained: false, summary: 'Command' },
  'ota/offer': { direction: 'to gateway', retained: false, summary: 'Offer of one firmware image' },
  'ota/data': { direction: 'to gateway', retained: false, summary: 'One binary chunk, below /{job}/{n}' },
} as const satisfies Record<string, ChannelRule>

export type Channel = keyof typeof channelRules
export type ChannelFromGateway = {
  [K in Channel]: (typeof channelRules)[K]['direction'] extends 'from gateway' ? K : never
}[Channel]
export type ChannelToGateway = Exclude<Channel, ChannelFromGateway>

export const channels: Readonly<Record<Channel, ChannelRule>> = channelRules
export const channelNames = Object.keys(channelRules) as Channel[]

export function isFromGateway(channel: Channel): channel is ChannelFromGateway {
  return channels[channel].direction === 'from gateway'
}

function isChannel(name: string): name is Channel {
  return Object.hasOwn(channelRules, name)
}

/** `pv/v1/{gateway}/{channel}`. Chunks have a topic each: `firmwareChunkTopic`. */
export function topicOf(gateway: string, channel: Exclude<Channel, 'ota/data'>): string {
  return `${topicRoot}/${gateway}/${channel}`
}

/** Topic of chunk `n` (counted from 0) of a firmware job. */
export function firmwareChunkTopic(gateway: string, job: string, n: number): string {
  return `${topicRoot}/${gateway}/ota/data/${job}/${n}`
}

export type ParsedTopic =
  | { gateway: string; channel: Exclude<Channel, 'ota/data'> }
  | { gateway: string; channel: 'ota/data'; job: string; chunk: number }

const chunkPattern = /^(0|[1-9]\d{0,6})$/

/** The gateway and channel a topic names; null for every topic this contract does not have. */
export function parseTopic(topic: string): ParsedTopic | null {
  if (topic.length > maxTopicBytes || !topic.startsWith(`${topicRoot}/`)) return null
  const [gateway, ...levels] = topic.slice(topicRoot.length + 1).split('/')
  if (gateway === undefined || !gatewaySerialPattern.test(gateway)) return null
  if (levels.length === 4 && levels[0] === 'ota' && levels[1] === 'data') {
    const [, , job = '', n = ''] = levels
    if (!jobPattern.test(job) || !chunkPattern.test(n)) return null
    return { gateway, channel: 'ota/data', job, chunk: Number(n) }
  }
  const name = levels.join('/')
  return isChannel(name) && name !== 'ota/data' ? { gateway, channel: name } : null
}
