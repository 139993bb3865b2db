import { readFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { NodesAddress } from './amqp-address.ts'

const patienceMs = 5_000
/** Of a gateway's connections; it has one, and another while it comes back. */
const mostBytes = 1024 * 1024
const METHOD_NOT_ALLOWED = 405

export type RabbitApi = {
  /** Ends every MQTT connection of this login, and says how many. @throws when no node answers */
  endConnections: (username: string) => Promise<number>
  /** On how many nodes a queue lies; 0 = it is not a replicated one. @throws as above */
  members: (vhost: string, queue: string) => Promise<number>
  /** Nodes of the cluster, running or not. @throws as above */
  nodes: () => Promise<number>
}

type Answer = { status: number; body: string }

const isEnded = ({ status }: Answer): boolean => status < 400 || status === 404

/** RabbitMQ's management API, at whichever node answers. */
export const createRabbitApi = (address: NodesAddress, caFile: string | null): RabbitApi => {
  const authorization = `Basic ${Buffer.from(`${address.user}:${address.password}`).toString('base64')}`
  const ca = caFile === null ? {} : { ca: readFileSync(caFile) }

  const askNode = async (
    node: NodesAddress['nodes'][number],
    method: string,
    path: string,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { host: node.host, port: node.port, method, path, headers: { authorization } }
      const asked = address.secure
        ? requestSecure({ ...options, ...ca, minVersion: 'TLSv1.2' })
        : requestPlain(options)
      asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer from the management API')))
      asked.once('error', reject)
      asked.once('response', (response) => {
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > mostBytes) asked.destroy(new Error('an answer without end from the management API'))
          parts.push(part)
        })
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
        )
      })
      asked.end()
    })

  const ask = async (method: string, path: string): Promise<Answer> => {
    let last: unknown = null
    for (const node of address.nodes) {
      try {
        const answer = await askNode(node, method, path)
        if (answer.status < 500) return answer
        last = new Error(`the management API answered ${answer.status}`)
      } catch (error) {
        last = error
      }
    }
    throw last
  }
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await ask('GET', path)
    if (status !== 200) throw new Error(`the management API answered ${status}`)
    return JSON.parse(body) as T
  }

  /** By name: as the pages know it, which may know less than who is connected. */
  const endByName = async ({ name }: { name: string }): Promise<boolean> =>
    isEnded(await ask('DELETE', `/api/connections/${encodeURIComponent(name)}`))

  /** All of a login, or one by one where that is not known yet (before 3.10). */
  const end = async (path: string, open: readonly { name: string }[]): Promise<boolean> => {
    const together = await ask('DELETE', path)
    if (together.status !== METHOD_NOT_ALLOWED) return isEnded(together)
    const each = await Promise.all(open.map((one) => endByName(one).catch(() => false)))
    return each.every(Boolean)
  }

  return {
    endConnections: async (username) => {
      const path = `/api/connections/username/${encodeURIComponent(username)}`
      const open = await read<{ name: string }[]>(path)
      if (open.length === 0) return 0
      // One that ends by itself meanwhile is an error there.
      if (!(await end(path, open)) && (await read<unknown[]>(path)).length > 0)
        throw new Error('the management API did not end a connection: its login has to be an administrator')
      return open.length
    },
    members: async (vhost, queue) => {
      const path = `/api/queues/${encodeURIComponent(vhost)}/${encodeURIComponent(queue)}`
      const { members } = await read<{ members?: unknown }>(path)
      return Array.isArray(members) ? members.length : 0
    },
    nodes: async () => (await read<unknown[]>('/api/nodes?columns=name')).length,
  }
}
