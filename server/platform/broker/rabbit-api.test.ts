import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createRabbitApi } from './rabbit-api.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
})

const NAME = '127.0.0.1:40000 -> 127.0.0.1:8883'
const OF_ONE = '/api/connections/username/GW1'
const BY_NAME = `/api/connections/${encodeURIComponent(NAME)}`

/** A node that one gateway is connected to. `together`: what it says to ending all of a login, `byName`: to ending one. */
const nodeThat = async ({ together, byName }: { together: number; byName: number }) => {
  const asked: string[] = []
  let open = true
  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`
    asked.push(what)
    const status = what === `DELETE ${OF_ONE}` ? together : what === `DELETE ${BY_NAME}` ? byName : 200
    if (request.method === 'DELETE' && status === 204) open = false
    response
      .writeHead(status)
      .end(request.method === 'GET' ? JSON.stringify(open ? [{ name: NAME }] : []) : '')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const api = createRabbitApi(
    {
      secure: false,
      user: 'sunkeeper',
      password: 'secret',
      vhosts: [],
      nodes: [{ host: '127.0.0.1', port }],
    },
    null,
  )
  return { api, asked, isOpen: () => open }
}

it('all connections of a login are ended together, also of whom the pages do not know by name', async () => {
  const node = await nodeThat({ together: 204, byName: 404 })
  expect(await node.api.endConnections('GW1')).toBe(1)
  expect(node.isOpen()).toBe(false)
  expect(await node.api.endConnections('GW1')).toBe(0)
  expect(node.asked).toEqual([`GET ${OF_ONE}`, `DELETE ${OF_ONE}`, `GET ${OF_ONE}`])
})

it('where that is not known each is ended by its name', async () => {
  const node = await nodeThat({ together: 405, byName: 204 })
  expect(await node.api.endConnections('GW1')).toBe(1)
  expect(node.isOpen()).toBe(false)
})

it.each([
  { together: 401, byName: 204 },
  { together: 405, byName: 401 },
])('a login that may not do it is told, so that it is tried again: $together, $byName', async (says) => {
  const node = await nodeThat(says)
  await expect(node.api.endConnections('GW1')).rejects.toThrow('administrator')
})
