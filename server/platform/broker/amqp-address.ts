import { bareHost, isLoopback } from '../loopback.ts'

/** Nodes of a RabbitMQ cluster under one scheme and one login. Holds a secret: never log it. */
export type NodesAddress = {
  readonly secure: boolean
  readonly user: string
  readonly password: string
  /** At least one; any of them does for all. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** Virtual hosts, at least one; `/` unless said. */
  readonly vhosts: readonly string[]
}

type Scheme = { readonly plain: string; readonly secure: string; readonly ports: readonly [number, number] }

export const amqpScheme: Scheme = { plain: 'amqp', secure: 'amqps', ports: [5672, 5671] }
export const apiScheme: Scheme = { plain: 'http', secure: 'https', ports: [15_672, 15_671] }

/** What an address must be, for a person. */
export const amqpSentence =
  'must be amqps://NAME:PASSWORD@host[:port][,host[:port]…][/vhost[,vhost…]], name and password percent-encoded'
export const apiSentence = 'must be https://[NAME:PASSWORD@]host[:port][,host[:port]…]'

const shape = /^([a-z]+):\/\/(?:([^:@/]*):([^@/]*)@)?([^/@?#]+)(?:\/([A-Za-z0-9._,-]*))?$/
const hostShape = /^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/
const [mostNodes, mostVhosts] = [16, 16]

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Reads an address of several nodes, `amqps://name:password@a.example,b.example:5671/vhost,other`. `login`: what holds when
 * the address says none. null when it is none: say the sentence of its kind, never the text itself.
 */
export const readNodes = (
  text: string,
  scheme: Scheme,
  login: { user: string; password: string } | null = null,
): NodesAddress | null => {
  const [, protocol, name, word, hosts = '', named = ''] = shape.exec(text) ?? []
  if (protocol !== scheme.plain && protocol !== scheme.secure) return null
  const secure = protocol === scheme.secure
  const user = name === undefined ? login?.user : decoded(name)
  const password = word === undefined ? login?.password : decoded(word)
  if (!user || !password) return null
  const nodes = hosts.split(',').map((one) => {
    const [, host, port] = hostShape.exec(one) ?? []
    return {
      host: bareHost(host ?? ''),
      port: port === undefined ? scheme.ports[secure ? 1 : 0] : Number(port),
    }
  })
  const right = nodes.every(({ host, port }) => host !== '' && port > 0 && port < 65_536)
  if (!right || nodes.length > mostNodes) return null
  const vhosts = named === '' ? ['/'] : named.split(',')
  const twice = new Set(vhosts).size < vhosts.length
  if (vhosts.includes('') || twice || vhosts.length > mostVhosts) return null
  return { secure, user, password, nodes, vhosts }
}

/** Its login would travel unprotected. */
export const isPlainOutside = ({ secure, nodes }: Pick<NodesAddress, 'secure' | 'nodes'>): boolean =>
  !secure && nodes.some(({ host }) => !isLoopback(host))
