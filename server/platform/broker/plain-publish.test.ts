import type { Socket } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import {
  connectGateway,
  connectPacket,
  connectRaw,
  eventually,
  publishPacket,
  startTransport,
  untilClosed,
} from '#tests/device-transport.ts'
import { makeSecret } from './credentials.ts'
import { acknowledgementsOf, readPlainPublish } from './plain-publish.ts'
import type { Received } from './transport.ts'

const gateway = 'GW2408A00017'
const secret = makeSecret()
const secrets = { [gateway]: secret }
const [tele, inventory] = [topicOf(gateway, 'tele'), topicOf(gateway, 'inv')]

/** The same packet with other flags. */
const flagged = (packet: Buffer, first: number): Buffer => {
  const copy = Buffer.from(packet)
  copy[0] = first
  return copy
}

const textOf = ({ channel, payload }: Received) => `${channel} ${Buffer.from(payload).toString()}`
const publish = (topic: string, text: string, id: number) => publishPacket(topic, Buffer.from(text), id)
/** Logged in, with what the broker says of it since. */
const logIn = async (port: number): Promise<{ socket: Socket; said: () => Buffer }> => {
  const socket = await connectRaw(port)
  let said = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    said = Buffer.concat([said, bytes])
  })
  socket.write(connectPacket(gateway, secret))
  await eventually(() => said.length >= 4)
  return { socket, said: () => said.subarray(4) }
}

describe('what a plain message says', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019/-_') })

  it('is what it was made of, and what is not plain is left to others', () => {
    fc.assert(
      fc.property(
        word.filter((topic) => topic !== ''),
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 65_535 }),
        fc.constantFrom(0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x3a, 0x3b, 0x3c),
        (topic, said, id, first) => {
          const packet = flagged(publishPacket(topic, Buffer.from(said), id), first)
          const plain = readPlainPublish(packet)
          const isPlain = first === 0x32 || first === 0x3a
          expect(plain).toEqual(isPlain ? { topic, id, payload: Buffer.from(said) } : null)
        },
      ),
    )
  })

  it('that ends too early, or names no number, is left to others', () => {
    const whole = publishPacket(tele, Buffer.from(''), 7)
    expect(readPlainPublish(whole)).toMatchObject({ topic: tele, id: 7 })
    for (let end = 0; end < whole.length; end += 1)
      expect(readPlainPublish(whole.subarray(0, end))).toBeNull()
    expect(readPlainPublish(publishPacket(tele, Buffer.from('x'), 0))).toBeNull()
  })

  it('is acknowledged by its number', () => {
    expect(acknowledgementsOf([1, 0x1234, 65_535])).toEqual(
      Buffer.from([0x40, 2, 0, 1, 0x40, 2, 0x12, 0x34, 0x40, 2, 0xff, 0xff]),
    )
  })
})

describe('messages that go past the library', () => {
  it('come after what was sent before them and went through it, each acknowledged once', async () => {
    const { broker, received } = await startTransport({ secrets })
    const { socket, said } = await logIn(broker.port)
    const packets = [
      publish(tele, 'first', 1),
      flagged(publish(inventory, 'devices', 2), 0x33),
      publish(tele, 'of one of them', 3),
      flagged(publish(tele, 'sent before', 4), 0x3a),
      flagged(publish(inventory, 'others', 5), 0x33),
      publish(tele, 'last', 6),
    ]
    socket.write(Buffer.concat(packets))
    await eventually(() => said().length >= 24)
    expect(received.map(textOf)).toEqual([
      'tele first',
      'inv devices',
      'tele of one of them',
      'tele sent before',
      'inv others',
      'tele last',
    ])
    const ids = Array.from({ length: 6 }, (_, index) => said().readUInt16BE(4 * index + 2))
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    expect(said().length).toBe(24)
    socket.destroy()
    await broker.close()
  })

  it('D3: are let in for topics of the own branch alone, also right after those that are', async () => {
    const { broker, received, log } = await startTransport({ secrets })
    const { socket } = await logIn(broker.port)
    const other = topicOf('GW2408A00018', 'tele')
    socket.write(Buffer.concat([publish(tele, 'own', 1), publish(other, 'of another', 2)]))
    await untilClosed(socket)
    await eventually(() => received.length > 0)
    expect(received.map(textOf)).toEqual(['tele own'])
    await eventually(() => log.lines.some(({ fields }) => fields['reason'] === 'publish_topic'))
    await broker.close()
  })

  it('keep the connection of a gateway that says nothing else', async () => {
    const { broker } = await startTransport({ secrets })
    // Without a ping of its own a connection of one second is ended after one and a half.
    const login = { clientId: gateway, username: gateway, password: secret }
    const client = await connectGateway(broker, login, { keepalive: 1, reschedulePings: true })
    const closed = new Promise<string>((resolve) => client.once('close', () => resolve('closed')))
    const until = performance.now() + 2_500
    let last: unknown = null
    while (performance.now() < until && last !== 'closed')
      last = await Promise.race([closed, client.publishAsync(tele, 'reading', { qos: 1 })])
    expect(last).not.toBe('closed')
    client.end(true)
    await broker.close()
  })
})
