import { connect } from 'node:net'

/** What a server says on one connection until it ends it. */
export type Said = { text: string; statuses: number[] }

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))

/**
 * Writes bytes to a server and reads until the server closes the connection; `more` is written piece by piece, each
 * after the socket has taken the one before. Never closes by itself.
 */
export const say = (
  url: string,
  bytes: string | Uint8Array,
  more: Iterable<Uint8Array> = [],
): Promise<Said> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url)
    const socket = connect({ port: Number(port), host: hostname })
    let text = ''
    const rest = more[Symbol.iterator]()
    const writeOn = (): void => {
      for (let next = rest.next(); !next.done; next = rest.next()) {
        if (socket.destroyed || !socket.write(next.value)) return
      }
    }
    socket.setEncoding('latin1')
    socket.on('connect', () => {
      socket.write(bytes)
      writeOn()
    })
    socket.on('drain', writeOn)
    socket.on('data', (part: string) => {
      text += part
    })
    // A connection that is cut while it is being written to ends with an error; what was said before counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, statuses: statusesIn(text) }))
  })

export const lines = (...all: string[]): string => [...all, '', ''].join('\r\n')
