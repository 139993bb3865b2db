import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type CutLine = {
  url: string
  /** All break now, and the next `times` connections after a random number of bytes, of either direction. */
  cut: (times: number, random?: () => number) => void
  /** How many have been cut that had begun to carry something to be written. */
  cuts: () => number
  close: () => Promise<void>
}

/** Two or three pictures with their answers; connections break anywhere in it, bytes. */
const longest = 30_000

/** A file, or the act that it belongs to. */
const writes = /(?:PUT|POST) \/api\/(?:files|orders)\//

/** A line to an installation that can be cut anywhere. */
export const openCutLine = async (target: string): Promise<CutLine> => {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let left = 0
  let done = 0
  let random = Math.random
  const server = createServer((phone) => {
    const house = connect(Number(port), hostname)
    let budget = left > 0 ? Math.floor(random() * longest) : null
    let writing = false
    if (budget !== null) left -= 1
    const end = (): void => {
      phone.destroy()
      house.destroy()
      open.delete(phone)
    }
    const carry = (from: Socket, to: Socket): void => {
      from.on('data', (bytes: Buffer) => {
        writing ||= from === phone && writes.test(bytes.toString('latin1'))
        if (budget !== null) {
          budget -= bytes.length
          if (budget < 0) {
            to.write(bytes.subarray(0, Math.max(0, bytes.length + budget)))
            if (writing) done += 1
            return end()
          }
        }
        to.write(bytes)
      })
      from.on('error', end)
      from.on('close', end)
    }
    open.add(phone)
    carry(phone, house)
    carry(house, phone)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (times, by = Math.random) => {
      left = times
      random = by
      for (const phone of open) phone.destroy()
    },
    cuts: () => done,
    close: () =>
      new Promise((closed) => {
        for (const phone of open) phone.destroy()
        server.close(() => closed())
      }),
  }
}
