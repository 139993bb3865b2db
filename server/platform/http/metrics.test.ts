import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createRequestTimes, serveMetrics } from './metrics.ts'

it('serves the registry on loopback, by route and class of status', async () => {
  const registry = new Registry()
  const times = createRequestTimes(registry)
  times.note('GET /api/stations/:stationId', 404, 0.004)
  const server = await serveMetrics(registry, 0)
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(await reply.text()).toContain(
    'sunkeeper_http_request_seconds_count{route="GET /api/stations/:stationId",status="4xx"} 1',
  )
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  const rebound = request({
    port,
    host: '127.0.0.1',
    path: '/metrics',
    headers: { host: 'evil.example' },
  }).end()
  const [answer] = (await once(rebound, 'response')) as [IncomingMessage]
  expect(answer.resume().statusCode).toBe(421)
  server.closeAllConnections()
  server.close()
})
