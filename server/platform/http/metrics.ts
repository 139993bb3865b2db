import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import { isOwnHost } from './host-names.ts'

export type RequestTimes = { note: (route: string, status: number, seconds: number) => void }

/** Counts and times of requests by route and class of status; routes as declared, never with ids. */
export const createRequestTimes = (registry: Registry): RequestTimes => {
  const histogram = new Histogram({
    name: 'sunkeeper_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return {
    note: (route, status, seconds) =>
      histogram.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}

/** Process figures beside our own. Only where one process has one registry: prom-client's collectors are timers. */
export const collectProcessFigures = (registry: Registry): void =>
  collectDefaultMetrics({ register: registry })

/** Serves the registry as Prometheus text at `/metrics`, for the machine itself alone. */
export const serveMetrics = async (registry: Registry, port: number, host = '127.0.0.1'): Promise<Server> => {
  const server = createServer((request, response) => {
    // A page whose name is made to point here would read them.
    if (!isOwnHost(request.headers.host, [])) {
      response.writeHead(421).end()
      return
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.headersTimeout = 5_000
  server.requestTimeout = 5_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
