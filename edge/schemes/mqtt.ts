import type { Scheme } from '../device-address.ts'
import { DeviceError } from '../engine/device-error.ts'
import { ahoyDtuTopics } from '../engine/topics/ahoydtu-topics.ts'
import { mappedTopics } from '../engine/topics/mapped-topics.ts'
import { openDtuTopics } from '../engine/topics/opendtu-topics.ts'
import { taptapLines } from '../engine/topics/taptap-lines.ts'
import type { TopicReader } from '../engine/topics/topic-reader.ts'
import { MqttTopics } from '../transports/mqtt-topics.ts'

/** How long the first value of a mapping is waited for, ms. No source: chosen; some publish each minute. */
const MAPPED_MS = 60_000

const readers: Readonly<Record<string, () => TopicReader>> = {
  opendtu: openDtuTopics,
  ahoydtu: ahoyDtuTopics,
  taptap: taptapLines,
}

const now = (): number => Date.now()

/** The secret is `name:password`, or a name alone. */
const loginOf = (secret: string | null): { username: string; password: string } | null => {
  if (secret === null) return null
  const colon = secret.indexOf(':')
  return colon < 0
    ? { username: secret, password: '' }
    : { username: secret.slice(0, colon), password: secret.slice(colon + 1) }
}

/** Where the topics of one device part: all of them are wanted, whichever was named. */
const ofDevice = [/^((?:.*\/)?[0-9a-f]{12})\/.*$/i, /^((?:.*\/)?[^/]+)\/ch\d(?:\/.*)?$/]

/** The topic that devices are published below, of what a person typed: with wildcards, or down to a value. */
export const topicOf = (path: string): string => {
  const levels = path.split('/').filter((level) => level !== '')
  const wild = levels.findIndex((level) => /[+#]/.test(level))
  const topic = (wild < 0 ? levels : levels.slice(0, wild)).join('/')
  return ofDevice.reduce((cut, pattern) => cut.replace(pattern, '$1'), topic)
}

/** What others publish of devices, below a topic of a broker. */
export const mqtt: Scheme = {
  name: 'mqtt',
  example: 'mqtt://192.168.1.20/solar',
  port: 1883,
  path: {
    pattern: /^(\/((?!\/)\P{Cc}){1,64}){1,8}\/?$/u,
    says: 'The address has to name the topic that devices are published below.',
  },
  settings: {},
  profiles: [...Object.keys(readers), 'map'],
  open: ({ host, port, path }, { manners, secret, profile, map = null }) => {
    if (profile === 'map' && map === null)
      throw new DeviceError('address', 'The profile "map" wants a mapping, and none was given.')
    const wanted = Object.entries(readers).filter(([name]) => profile === null || name === profile)
    const timeoutMs = manners?.timeoutMs ?? (map === null ? undefined : MAPPED_MS)
    const topics = new MqttTopics({
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      now,
      host,
      port,
      topic: map === null ? topicOf(path) : path.replace(/^\/|\/$/g, ''),
      login: loginOf(secret),
      readers: map === null ? wanted.map(([, make]) => make()) : [mappedTopics(map, now)],
    })
    return { read: () => topics.read(), registers: null, close: () => topics.close() }
  },
}
