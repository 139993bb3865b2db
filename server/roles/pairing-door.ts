import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { edgeRoutes } from '#contract/http/edges.ts'
import type { Context } from '../context.ts'
import { pairEdge } from '../features/edges/pair-edge.ts'
import { asRefusal } from '../entrances/http/error-answer.ts'

const MOST_BYTES = 4_096
const pairing = edgeRoutes['POST /api/edge/pair']

/**
 * Where the edge of this machine fetches its login: on loopback alone, at any free port, whatever names and certificates
 * people reach the server by. It answers nothing but a pairing.
 */
export const openPairingDoor = async (
  context: Context,
): Promise<{ url: string; close: () => Promise<void> }> => {
  const answer = async (body: string): Promise<{ status: number; body: unknown }> => {
    try {
      const { code, key, version, name } = pairing.body.parse(JSON.parse(body))
      const call = {
        now: context.clock(),
        requestId: randomUUID(),
        ip: '127.0.0.1',
        origin: 'http://127.0.0.1',
      }
      return { status: 201, body: await pairEdge(context, call, { code, key, version, name: name ?? '' }) }
    } catch (error) {
      const { code } = asRefusal(error)
      return { status: 403, body: { error: { code, message: code } } }
    }
  }
  const server = createServer((request, response) => {
    const meant = request.method === 'POST' && request.url === '/api/edge/pair'
    if (!meant || Number(request.headers['content-length'] ?? Infinity) > MOST_BYTES) {
      response.writeHead(404).end()
      return
    }
    void text(request)
      .then(answer)
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
