import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectPacket, connectRaw, eventually, publishPacket } from '#tests/device-transport.ts'
import { readFixedHeader } from './fixed-header.ts'
import { defaultGateLimits, GateError, type GateLimits, PacketGate } from './packet-gate.ts'
import { createSharedBudget } from './shared-budget.ts'

const login = connectPacket('GW2408A00017', 'secret')
const reading = (id: number, size = 4) =>
  publishPacket('pv/v1/GW2408A00017/tele', Buffer.alloc(size, 0x20), id)
const many = (count: number) => Buffer.concat(Array.from({ length: count }, (_, index) => reading(index + 1)))

/** Messages and their end in a reader that, unlike a careful broker, swallows whatever it is given at once. */
class Greedy {
  packets: number[] = []
  ended = false
  error: Error | null = null

  constructor(gate: PacketGate) {
    gate.on('data', (bytes: Buffer) => {
      for (let rest = bytes; rest.length > 0;) {
        const header = readFixedHeader(rest)
        if (typeof header === 'string') throw new Error('half a packet came through')
        this.packets.push(header.type)
        rest = rest.subarray(header.totalBytes)
      }
    })
    gate.on('end', () => {
      this.ended = true
    })
    gate.on('error', (error) => {
      this.error = error
    })
  }

  get messages(): number {
    return this.packets.filter((type) => type === 3).length
  }
}

describe('gate before the broker', () => {
  let server: Server
  let now = 0
  beforeEach(async () => {
    now = 0
    server = createServer({ pauseOnConnect: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => server.close())

  async function connect(limits: Partial<GateLimits> = {}, budget = createSharedBudget(1000)) {
    const accepted = once(server, 'connection')
    const sender = await connectRaw((server.address() as AddressInfo).port)
    const [socket] = (await accepted) as [Socket]
    const gate = new PacketGate(socket, {
      limits: { ...defaultGateLimits, ...limits },
      budget,
      now: () => now,
    })
    return { sender, gate, reader: new Greedy(gate), budget }
  }

  /** One more trip of bytes through both kernels and the event loop. */
  const settle = async () => {
    const { sender, reader } = await connect()
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    sender.destroy()
  }

  it('lets nothing through behind CONNECT until the login has succeeded', async () => {
    const { sender, gate, reader } = await connect()
    sender.write(Buffer.concat([login, many(3)]))
    await eventually(() => reader.packets.length > 0)
    await settle()
    expect(reader.packets).toEqual([1])
    gate.open()
    await eventually(() => reader.messages === 3)
    sender.destroy()
  })

  it('D14: holds a sender back while 16 of its messages wait for their acknowledgement', async () => {
    const { sender, gate, reader } = await connect()
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    gate.open()
    sender.write(many(500))
    await eventually(() => reader.messages === 16)
    await settle()
    expect(reader.messages).toBe(16)
    gate.settled()
    gate.settled()
    await eventually(() => reader.messages === 18)
    await settle()
    expect(reader.messages).toBe(18)
    for (let count = 18; count < 500; count += 1) gate.settled()
    await eventually(() => reader.messages === 500)
    sender.destroy()
  })

  it('D14: holds a sender back that is faster than its rate, and goes on as time passes', async () => {
    const { sender, gate, reader } = await connect({
      messagesPerSecond: 1000,
      messageBurst: 20,
      inFlight: 1000,
    })
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    gate.open()
    sender.write(many(100))
    await eventually(() => reader.messages === 20)
    await settle()
    expect(reader.messages).toBe(20)
    now += 5
    await eventually(() => reader.messages === 25)
    await settle()
    expect(reader.messages).toBe(25)
    sender.destroy()
  })

  it('D14: counts bytes too', async () => {
    const { sender, gate, reader } = await connect({ bytesPerSecond: 1, byteBurst: 100_000, inFlight: 1000 })
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    gate.open()
    for (let id = 1; id <= 5; id += 1) sender.write(reading(id, 40_000))
    await eventually(() => reader.messages === 2)
    await settle()
    expect(reader.messages).toBe(2)
    sender.destroy()
  })

  it('shares the places of all gateways, and gives back those of one that leaves', async () => {
    const budget = createSharedBudget(20)
    const one = await connect({}, budget)
    const two = await connect({}, budget)
    for (const { sender, gate, reader } of [one, two]) {
      sender.write(login)
      await eventually(() => reader.packets.length === 1)
      gate.open()
      sender.write(many(16))
      await eventually(() => budget.inFlight === 20 || reader.messages === 16)
    }
    await settle()
    expect([one.reader.messages, two.reader.messages]).toEqual([16, 4])
    one.gate.destroy()
    await eventually(() => two.reader.messages === 16)
    expect(budget.inFlight).toBe(16)
    two.gate.destroy()
    expect(budget.inFlight).toBe(0)
  })

  it('a large message takes the places of eight small ones', async () => {
    const budget = createSharedBudget(8)
    const { sender, gate, reader } = await connect({}, budget)
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    gate.open()
    sender.write(Buffer.concat([reading(1, 400), reading(2, 900), reading(3, 2_500), reading(4, 40_000)]))
    await eventually(() => reader.messages === 3)
    await settle()
    // One, two and five places.
    expect([reader.messages, budget.inFlight]).toEqual([3, 8])
    // A message is let in where a place is free, and may need more.
    gate.settled()
    await eventually(() => reader.messages === 4)
    expect(budget.inFlight).toBe(15)
    for (const left of [13, 8, 0]) {
      gate.settled()
      expect(budget.inFlight).toBe(left)
    }
    sender.destroy()
  })

  it('keeps places for gateways that have nothing in flight', async () => {
    const budget = createSharedBudget(4, 6)
    const busy = await connect({}, budget)
    const calm = await connect({}, budget)
    for (const { sender, gate, reader } of [busy, calm]) {
      sender.write(login)
      await eventually(() => reader.packets.length === 1)
      gate.open()
    }
    busy.sender.write(many(16))
    await eventually(() => budget.inFlight === 4)
    calm.sender.write(many(2))
    await eventually(() => calm.reader.messages === 1)
    await settle()
    expect([busy.reader.messages, calm.reader.messages]).toEqual([4, 1])
    // Its second message waits like the others' for a place that is open to all.
    busy.gate.settled()
    busy.gate.settled()
    await eventually(() => budget.inFlight === 4)
    calm.gate.settled()
    await eventually(() => calm.reader.messages === 2)
    busy.gate.destroy()
    calm.gate.destroy()
    expect(budget.inFlight).toBe(0)
  })

  it('takes a packet that comes byte by byte', async () => {
    const { sender, gate, reader } = await connect()
    sender.setNoDelay(true)
    for (const byte of login) sender.write(Buffer.from([byte]))
    await eventually(() => reader.packets.length === 1)
    gate.open()
    for (const byte of reading(1)) sender.write(Buffer.from([byte]))
    await eventually(() => reader.messages > 0)
    expect(reader.packets).toEqual([1, 3])
    sender.destroy()
  })

  it('hands over what was sent before the sender went, and then the end', async () => {
    const { sender, gate, reader } = await connect()
    sender.end(Buffer.concat([login, many(3), reading(4).subarray(0, 9)]))
    await eventually(() => reader.packets.length === 1)
    gate.open()
    await eventually(() => reader.ended)
    expect(reader.messages).toBe(3)
  })

  it.each([
    ['a length of five bytes', Buffer.from([0x32, 0xff, 0xff, 0xff, 0xff, 0x01]), 'malformed_packet'],
    ['more than is allowed', Buffer.from([0x32, 0xff, 0xff, 0x7f]), 'packet_too_large'],
    ['a SUBSCRIBE of 60 KB', Buffer.from([0x82, 0xe0, 0xd4, 0x03]), 'packet_too_large'],
  ])('D13: ends the connection at %s, before the body', async (_, bytes, reason) => {
    const { sender, gate, reader } = await connect()
    sender.write(login)
    await eventually(() => reader.packets.length === 1)
    gate.open()
    sender.write(bytes)
    const error = await eventually(() => reader.error)
    expect(error).toBeInstanceOf(GateError)
    expect(error.message).toBe(reason)
  })
})

describe('fixed header', () => {
  it.each([
    [[0x10], 'incomplete'],
    [[], 'incomplete'],
    [[0xc0, 0x00], { type: 12, qos: 0, totalBytes: 2 }],
    [[0x30, 0x7f], { type: 3, qos: 0, totalBytes: 129 }],
    [[0x32, 0x80, 0x01], { type: 3, qos: 1, totalBytes: 131 }],
    [[0x34, 0xff, 0xff, 0xff, 0x7f], { type: 3, qos: 2, totalBytes: 268_435_460 }],
    [[0x32, 0xff, 0xff, 0xff, 0xff], 'malformed'],
  ])('of %j is %j', (bytes, expected) => {
    expect(readFixedHeader(Uint8Array.from(bytes))).toEqual(expected)
  })
})
