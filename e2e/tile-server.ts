import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tile } from '#domain/stations/map-tiles.ts'

export type TileServer = {
  url: string
  /** What was asked of it, in order. */
  asked: {
    address: string
    cookie: string | undefined
    referer: string | undefined
    origin: string | undefined
  }[]
  /** From now on these are answered 404. */
  refuse: (which: (tile: Tile) => boolean) => void
  close: () => Promise<void>
}

/** No two tiles near each other are alike, nor like the outline. */
export const colourOf = ({ z, x, y }: Tile): string =>
  `rgb(${60 + ((x * 53 + z * 17) % 150)},${70 + ((y * 67 + z * 29) % 140)},${90 + (((x + y) * 31) % 110)})`

const pictureOf = (tile: Tile): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${colourOf(tile)}"/><text x="128" y="136" font-size="22" font-family="sans-serif" text-anchor="middle" fill="#fff">${tile.z}/${tile.x}/${tile.y}</text></svg>`

const none = (): boolean => false

/** A tile server on loopback whose tiles have their own name written on them. */
export const serveTiles = async (): Promise<TileServer> => {
  const asked: TileServer['asked'] = []
  let refused: (tile: Tile) => boolean = none
  const server = createServer((request, response) => {
    const { cookie, referer, origin } = request.headers
    asked.push({ address: request.url ?? '', cookie, referer, origin })
    const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\./.exec(request.url ?? '') ?? []
    const tile = { z: Number(z), x: Number(x), y: Number(y) }
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cache-control', 'no-store')
    if (z === undefined || refused(tile)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(pictureOf(tile))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (which) => {
      refused = which
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
