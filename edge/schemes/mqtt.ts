import type { Scheme } from '../device-address.ts'
import { ahoyDtuTopics } from '../engine/topics/ahoydtu-topics.ts'
import { openDtuTopics } from '../engine/topics/opendtu-topics.ts'
import { taptapLines } from '../engine/topics/taptap-lines.ts'
import type { TopicReader } from '../engine/topics/topic-reader.ts'
import { MqttTopics } from '../transports/mqtt-topics.ts'

const readers: Readonly<Record<string, () => TopicReader>> = {
  opendtu: openDtuTopics,
  ahoydtu: ahoyDtuTopics,
  taptap: taptapLines,
}

/** The secret is `name:password`, or a name alone. */
const loginOf = (secret: string | null): { username: string; password: string } | null => {
  if (secret === null) return null
  const colon = secret.indexOf(':')
  return colon < 0
    ? { username: secret, password: '' }
    : { username: secret.slice(0, colon), password: secret.slice(colon + 1) }
}

/** What others publish of devices, below a topic of a broker. */
export const mqtt: Scheme = {
  name: 'mqtt',
  example: 'mqtt://192.168.1.20/solar',
  port: 1883,
  path: {
    pattern: /^(\/((?![/+#])\P{Cc}){1,64}){1,8}\/?$/u,
    says: 'The address has to name the topic that devices are published below, without + and #.',
  },
  settings: {},
  profiles: Object.keys(readers),
  open: ({ host, port, path }, { manners, secret, profile }) => {
    const wanted = Object.entries(readers).filter(([name]) => profile === null || name === profile)
    const timeoutMs = manners?.timeoutMs
    const topics = new MqttTopics({
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      host,
      port,
      topic: path.replace(/^\/|\/$/g, ''),
      login: loginOf(secret),
      readers: wanted.map(([, make]) => make()),
    })
    return { read: () => topics.read(), registers: null, close: () => topics.close() }
  },
}
