import { once } from 'node:events'
import type { Socket } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import {
  connectGateway,
  connectPacket,
  connectRaw,
  eventually,
  fixedHeader,
  publishPacket,
  startTransport,
  tryPublish,
  untilClosed,
} from '#tests/device-transport.ts'
import { makeSecret } from './credentials.ts'
import { createIntake, type IntakeHandlers } from '../../entrances/mqtt/intake.ts'

const honest = 'GW2408A00017'
const hostile = 'GW2408A00018'
const secrets = { [honest]: makeSecret(), [hostile]: makeSecret() }
const honestLogin = { clientId: honest, username: honest, password: secrets[honest] ?? '' }
const hostileLogin = { clientId: hostile, username: hostile, password: secrets[hostile] ?? '' }
const megabyte = 1024 * 1024

/** Writes until the other side hangs up or all is written; the bytes our own machine has taken. */
async function pour(socket: Socket, bytes: number): Promise<number> {
  const piece = Buffer.alloc(64 * 1024, 0x20)
  const event = (name: 'close' | 'drain') =>
    new Promise<void>((resolve) => socket.once(name, () => resolve()))
  const closed = event('close')
  for (let poured = 0; poured < bytes && socket.writable; poured += piece.length) {
    if (!socket.write(piece)) await Promise.race([event('drain'), closed])
  }
  return socket.bytesWritten - socket.writableLength
}

describe('the MQTT interface: hostile traffic', () => {
  let transport: Awaited<ReturnType<typeof startTransport>>
  beforeAll(async () => {
    transport = await startTransport({ secrets, limits: { connect: { failureBurst: 1e6, loginBurst: 1e6 } } })
  })
  afterAll(async () => transport.broker.close())

  it.each([1, 50])(
    'D13: a message of %d MB is cut off at its first bytes, and memory stays flat',
    async (size) => {
      const client = await connectGateway(transport.broker, honestLogin)
      const before = transport.received.length
      const residentBefore = process.memoryUsage().rss
      for (let round = 0; round < 20; round += 1) {
        const socket = await connectRaw(transport.broker.port)
        socket.write(connectPacket(hostile, secrets[hostile] ?? ''))
        await once(socket, 'data')
        socket.resume()
        socket.write(fixedHeader(0x32, size * megabyte))
        const taken = await pour(socket, size * megabyte)
        // What the two kernels buffer on the way is no more than a few MB, whatever was announced.
        expect(taken).toBeLessThan(Math.min(size, 9) * megabyte + 1024)
        await untilClosed(socket)
      }
      expect(process.memoryUsage().rss - residentBefore).toBeLessThan(100 * megabyte)
      expect((await transport.broker.stats()).refused['packet_too_large']).toBeGreaterThanOrEqual(20)
      expect(await tryPublish(client, topicOf(honest, 'tele'), '{}')).toBe('acknowledged')
      expect(transport.received.slice(before)).toHaveLength(1)
      client.end(true)
    },
  )

  it('D13: 64 KB are taken, one byte more is not, nor a long CONNECT before any login', async () => {
    const client = await connectGateway(transport.broker, honestLogin)
    expect(await tryPublish(client, topicOf(honest, 'tele'), Buffer.alloc(65_536))).toBe('acknowledged')
    expect(await tryPublish(client, topicOf(honest, 'tele'), Buffer.alloc(65_537))).toBe('disconnected')
    client.end(true)
    const socket = await connectRaw(transport.broker.port)
    socket.write(fixedHeader(0x10, 60_000))
    await untilClosed(socket)
    expect((await transport.broker.stats()).connected).toBe(0)
  })

  it('D12: thousands of malformed connections and packets leave the others untouched', async () => {
    const client = await connectGateway(transport.broker, honestLogin)
    let closed = false
    client.on('close', () => {
      closed = true
    })
    const login = connectPacket(hostile, secrets[hostile] ?? '')
    const tele = publishPacket(topicOf(hostile, 'tele'), Buffer.from('{"v":1,"d":['), 7)
    const mutilated = fc
      .tuple(fc.constantFrom(login, tele), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 6 }))
      .map(([packet, at, patch]) => {
        const copy = Buffer.from(packet)
        Buffer.from(patch).copy(copy, at % copy.length)
        return at % 3 === 0 ? copy.subarray(0, at % copy.length) : copy
      })
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    const strange = fc.constantFrom(
      publishPacket('x'.repeat(65_000), Buffer.from(''), 1),
      publishPacket(`${topicOf(hostile, 'tele')}\u0000`, Buffer.from(''), 1),
      publishPacket('', Buffer.from('{}'), 1),
      publishPacket(topicOf(hostile, 'tele'), Buffer.from([0xff, 0xfe]), 1),
      Buffer.from([0x32, 0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0x00, 0x00]),
      Buffer.from([0xf0, 0x00]),
      Buffer.from([0x82, 0x03, 0x00, 0x01, 0x00]),
      Buffer.from([0x62, 0x02, 0x00, 0x01]),
      login,
    )
    const packet = fc.oneof(mutilated, noise, strange)
    const conversation = fc.record({
      loggedIn: fc.boolean(),
      packets: fc.array(packet, { minLength: 1, maxLength: 6 }),
    })
    const conversations = fc.sample(conversation, { numRuns: 2000, seed: 20_251_118 })
    let packets = 0

    const talk = async ({ loggedIn, packets: said }: (typeof conversations)[number]) => {
      const socket = await connectRaw(transport.broker.port)
      socket.resume()
      if (loggedIn) socket.write(login)
      for (const bytes of said) {
        packets += 1
        if (socket.writable) socket.write(bytes)
      }
      socket.end()
      await untilClosed(socket)
    }
    const waiting = [...conversations]
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await talk(next)
      }),
    )
    expect(packets).toBeGreaterThan(4000)
    expect(closed).toBe(false)
    expect(await tryPublish(client, topicOf(honest, 'tele'), '{}')).toBe('acknowledged')
    await eventually(async () => (await transport.broker.stats()).connected === 1)
    expect((await transport.broker.stats()).inFlight).toBe(0)
    expect(transport.received.every(({ gateway }) => gateway === honest || gateway === hostile)).toBe(true)
    expect(transport.log.lines.filter(({ level }) => level === 'error')).toEqual([])
    client.end(true)
  })

  it('D12: malformed messages are acknowledged, counted and go no further', async () => {
    const counted: string[] = []
    const handled: string[] = []
    const handler = (name: string) => async () => void handled.push(name)
    const handlers: IntakeHandlers = {
      onStatus: handler('status'),
      onInventory: handler('inv'),
      onTelemetry: handler('tele'),
      onAlarm: handler('alarm'),
      onConfigAck: handler('cfg/ack'),
      onCommandResult: handler('cmd/res'),
      onLinks: handler('links'),
      onFirmware: handler('ota'),
    }
    const { receive } = createIntake({
      ...handlers,
      now: () => 0,
      log: transport.log,
      counters: {
        received: () => undefined,
        dropped: (channel, reason) => void counted.push(`${channel} ${reason}`),
        itemsRejected: () => undefined,
        failed: () => undefined,
      },
    })
    const { broker } = await startTransport({ secrets, receive })
    const client = await connectGateway(broker, hostileLogin)
    for (const payload of ['{"v":1,', 'null', Buffer.from([0xc3, 0x28]), '']) {
      expect(await tryPublish(client, topicOf(hostile, 'tele'), payload)).toBe('acknowledged')
    }
    const good = '{"v":1,"boot":"abcd","seq":1,"ts":1,"d":[]}'
    expect(await tryPublish(client, topicOf(hostile, 'tele'), good)).toBe('acknowledged')
    expect(counted).toEqual(['tele not_json', 'tele not_contract', 'tele not_utf8', 'tele not_json'])
    expect(handled).toEqual(['tele'])
    client.end(true)
    await broker.close()
  })
})
