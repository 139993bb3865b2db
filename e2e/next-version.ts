import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Deploy = { url: string; deploy: () => void; close: () => Promise<void> }

/**
 * Stands before an installation; after `deploy` a newer version of the app is there: its entry and its worker have other
 * names and texts, all else is the same.
 */
export const openDeploy = async (target: string): Promise<Deploy> => {
  let newer = false
  const { entry } = (await (await fetch(`${target}/h5/version.json`)).json()) as { entry: string }
  const newEntry = entry.replace('.js', '-next.js')
  const server: Server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const headers: Record<string, unknown> = { ...asked.headers }
    const text = newer && (/^\/h5\/[\w-]*(?:\?|$)/.test(path) || /(?:worker\.js|version\.json)$/.test(path))
    if (text) {
      delete headers['accept-encoding']
      delete headers['if-none-match']
      delete headers['if-modified-since']
    }
    const forwarded = request(
      `${target}${path.replace(newEntry, entry)}`,
      { method: asked.method, headers: headers as Record<string, string> },
      (given) => {
        if (!text) {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          given.pipe(answer)
          return
        }
        const parts: Buffer[] = []
        given.on('data', (part: Buffer) => parts.push(part))
        given.on('end', () => {
          const body = Buffer.concat(parts)
            .toString()
            .replaceAll(`${entry}"`, `${newEntry}"`)
            .replaceAll(`${entry}\``, `${newEntry}\``)
          const own = { ...given.headers, 'content-length': String(Buffer.byteLength(body)) }
          delete (own as { etag?: string }).etag
          answer.writeHead(given.statusCode ?? 502, own).end(body)
        })
      },
    )
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      newer = true
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
