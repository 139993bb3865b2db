import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Will } from '#contract/mqtt/status.ts'
import { ANSWER_MS, openLink } from './link.ts'

const boot = '9f3c61d07ab2e415'
const will: Will = { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' }
const CONNECTED = Buffer.from([0x20, 2, 0, 0])
const PUBLISH = 3

const servers: ReturnType<typeof createServer>[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** Lets everybody in; `answers`: how many messages of a connection it acknowledges. */
const brokerThat = async (answers: number) => {
  const heard = { messages: 0, more: new EventEmitter() }
  const server = createServer((socket) => {
    sockets.add(socket)
    let left = answers
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      const kind = (data[0] ?? 0) >> 4
      if (kind === 1) socket.write(CONNECTED)
      if (kind !== PUBLISH) return
      heard.messages += 1
      heard.more.emit('message')
      if (left <= 0) return
      left -= 1
      // The number stands behind the topic; of these short messages the length takes one byte.
      const at = 4 + data.readUInt16BE(2)
      socket.write(Buffer.from([0x40, 2, data[at] ?? 0, data[at + 1] ?? 0]))
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: async (messages: number): Promise<void> => {
      while (heard.messages < messages) await once(heard.more, 'message')
    },
  }
}

const connect = async (url: string) => {
  const closed = Promise.withResolvers<void>()
  const link = await openLink({
    url,
    sn: 'G1',
    secret: 'secret',
    will,
    listensTo: [],
    onMessage: () => {},
    onClose: closed.resolve,
  })
  return { report: () => link.publish('inv', { v: 1, boot, rev: 1, devices: [] }), closed: closed.promise }
}

test('a connection on which nothing is answered any more is given up, and what waited is not taken for sent', async () => {
  const broker = await brokerThat(1)
  const { report, closed } = await connect(broker.url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await report()
  const waiting = report()
  const ended = waiting.then(
    () => 'sent',
    () => 'not sent',
  )
  await broker.heard(2)
  vi.advanceTimersByTime(ANSWER_MS - 1)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  vi.advanceTimersByTime(1)
  expect(await ended).toBe('not sent')
  await closed
  await expect(report()).rejects.toThrow('link is down')
})

test('one that waits for nothing is kept for as long as it stands', async () => {
  const broker = await brokerThat(2)
  const { report } = await connect(broker.url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await report()
  vi.advanceTimersByTime(10 * ANSWER_MS)
  await expect(report()).resolves.toBeUndefined()
})
