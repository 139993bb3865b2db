import type { Writable } from 'node:stream'
import type { Connection, PoolClient, Submittable } from 'pg'

/** Types of messages and the bytes before each (manual, "Frontend/Backend Protocol", "Message Formats"). */
const COPY_DATA = 0x64
const COPY_DONE = 0x63
const HEAD_BYTES = 5

const headOf = (type: number, bytes: number): Buffer => {
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(bytes + HEAD_BYTES - 1, 1)
  return head
}

/** What the driver's connection has beside what its types say. */
type Wire = { stream: Writable; query: (text: string) => void }

const isWire = (connection: object): connection is Wire => 'stream' in connection && 'query' in connection

/**
 * Runs a `COPY … FROM STDIN` whose rows are all there: statement, rows and their end leave in one go, where a stream waits
 * for the database to ask for them. What the database does not take of it, because it refuses the statement or a row, it
 * leaves out by itself (manual, "COPY Operations").
 * @throws the database's error.
 */
export const copyIn = (client: PoolClient, text: string, rows: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const question: Submittable & Record<`handle${string}`, (error: Error) => void> = {
      submit: (connection: Connection) => {
        if (!isWire(connection)) throw new TypeError('a connection of another driver')
        const { stream } = connection
        stream.cork()
        connection.query(text)
        stream.write(headOf(COPY_DATA, rows.length))
        stream.write(rows)
        stream.write(headOf(COPY_DONE, 0))
        stream.uncork()
      },
      handleCopyInResponse: () => {},
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(question)
  })
