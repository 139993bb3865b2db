import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTcp } from './byte-link.ts'
import { mbap } from './mbap.ts'
import { ModbusUnit } from './modbus-unit.ts'

/** An answer to a request of registers, byte by byte: transaction, unit, words. */
const answer = (request: Buffer, words: readonly number[], unit = request[6] ?? 0): Buffer => {
  const bytes = Buffer.alloc(9 + words.length * 2)
  request.copy(bytes, 0, 0, 4)
  bytes.writeUInt16BE(3 + words.length * 2, 4)
  bytes.set([unit, 3, words.length * 2], 6)
  words.forEach((word, index) => bytes.writeUInt16BE(word, 9 + index * 2))
  return bytes
}
const refusal = (request: Buffer, code: number): Buffer =>
  Buffer.from([...request.subarray(0, 4), 0, 3, request[6] ?? 0, 0x83, code])

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

type Asked = { at: number; request: Buffer; socket: Socket; connection: number; number: number }

const deviceThat = async (answers: (asked: Asked) => void, more = {}) => {
  const asked: Asked[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    socket.on('error', () => undefined)
    socket.on('data', (request: Buffer) => {
      const one = { at: performance.now(), request, socket, connection, number: asked.length + 1 }
      asked.push(one)
      answers(one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const options = { settleMs: 0, gapMs: 0, timeoutMs: 60_000, tries: 3, ...more }
  const device = deviceAt('127.0.0.1', port, 7, options)
  open.push(() => {
    device.close()
    server.close()
  })
  return { device, asked, port }
}
const deviceAt = (host: string, port: number, unit = 7, manners = {}): ModbusUnit => {
  const device = new ModbusUnit(`${host}:${port}`, unit, {
    where: `${host}:${port}`,
    open: (timeoutMs) => openTcp(host, port, timeoutMs),
    framing: mbap(),
    numbered: true,
    stays: false,
  })
  device.obey(manners)
  return device
}

describe('a device behind Modbus TCP', () => {
  it('is read over one connection, one request after the other, with a gap between them', async () => {
    let waiting = 0
    const { device, asked } = await deviceThat(
      ({ request, socket }) => {
        waiting += 1
        expect(waiting).toBe(1)
        setTimeout(() => {
          waiting -= 1
          socket.write(answer(request, [request.readUInt16BE(8)]))
        }, 5)
      },
      { gapMs: 30, timeoutMs: 5_000 },
    )
    const read = await Promise.all([1, 2, 3].map((address) => device.read(address, 1)))
    expect(read.map(([word]) => word)).toEqual([1, 2, 3])
    expect(asked.map(({ connection }) => connection)).toEqual([1, 1, 1])
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(30)
  })

  it('takes no late answer for the answer to what is asked now', async () => {
    const { device, asked } = await deviceThat(
      ({ request, socket, number }) => {
        if (number > 1) socket.write(answer(request, [222]))
        else setTimeout(() => socket.write(answer(request, [111])), 1_500)
      },
      { timeoutMs: 1_000 },
    )
    expect([...(await device.read(5, 1))]).toEqual([222])
    expect(asked.map(({ connection }) => connection)).toEqual([1, 2])
  })

  it('opens a new connection when the line is closed in the middle', async () => {
    const { device } = await deviceThat(({ request, socket, number }) => {
      if (number > 1) socket.write(answer(request, [9]))
      else {
        socket.write(answer(request, [8]).subarray(0, 8))
        socket.end()
      }
    })
    expect([...(await device.read(5, 1))]).toEqual([9])
  })

  it.each([
    ['is silent', 'timeout', () => undefined],
    ['closes the line each time', 'closed', ({ socket }: Asked) => socket.destroy()],
    [
      'answers for another unit',
      'garbled',
      ({ request, socket }: Asked) => socket.write(answer(request, [1], 8)),
    ],
    [
      'answers with another number of registers',
      'garbled',
      ({ request, socket }: Asked) => socket.write(answer(request, [1, 2])),
    ],
    [
      'answers with another function',
      'garbled',
      ({ request, socket }: Asked) => {
        const other = answer(request, [1])
        other[7] = 4
        socket.write(other)
      },
    ],
    [
      'answers another request',
      'garbled',
      ({ request, socket }: Asked) => {
        const other = answer(request, [1])
        other.writeUInt16BE(0xbeef, 0)
        socket.write(other)
      },
    ],
    [
      'begins an answer and never ends it',
      'garbled',
      ({ request, socket }: Asked) => socket.write(answer(request, [1]).subarray(0, 10)),
    ],
    ['talks without an end', 'garbled', ({ socket }: Asked) => socket.write(Buffer.alloc(100_000, 0x55))],
    ['is busy', 'exception', ({ request, socket }: Asked) => socket.write(refusal(request, 6))],
  ] as const)('is given up after the last try when it %s', async (_, reason, answers) => {
    const { device, asked } = await deviceThat(answers, { timeoutMs: 150 })
    await expect(device.read(5, 1)).rejects.toMatchObject({ reason })
    expect(asked.length).toBe(3)
  })

  it('is asked again after a while when it is busy', async () => {
    const { device, asked } = await deviceThat(({ request, socket, number }) =>
      socket.write(number === 1 ? refusal(request, 6) : answer(request, [5])),
    )
    expect([...(await device.read(5, 1))]).toEqual([5])
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(200)
  })

  it('shares its connection with other units, and a silent one does not take it from them', async () => {
    const { device, asked, port } = await deviceThat(
      ({ request, socket }) => {
        if (request[6] === 7) socket.write(answer(request, [7]))
      },
      { timeoutMs: 100, tries: 2 },
    )
    const silent = deviceAt('127.0.0.1', port, 8, { timeoutMs: 100, tries: 2 })
    open.push(() => silent.close())
    expect([...(await device.read(5, 1))]).toEqual([7])
    await expect(silent.read(5, 1)).rejects.toMatchObject({ reason: 'timeout' })
    await expect(silent.read(5, 1)).rejects.toMatchObject({ reason: 'timeout' })
    expect([...(await device.read(5, 1))]).toEqual([7])
    expect(asked.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1])
    silent.close()
    await expect(silent.read(5, 1)).rejects.toMatchObject({ reason: 'closed' })
    expect([...(await device.read(5, 1))]).toEqual([7])
  })

  it('rejects at once when it is closed while it is asked', async () => {
    const { device, asked } = await deviceThat(({ number }) => {
      if (number === 1) setImmediate(() => device.close())
    })
    await expect(device.read(5, 1)).rejects.toMatchObject({ reason: 'closed' })
    expect(asked.length).toBe(1)
  })

  it('is not asked again for what it refuses', async () => {
    const { device, asked } = await deviceThat(({ request, socket }) => socket.write(refusal(request, 2)))
    await expect(device.read(5, 1)).rejects.toMatchObject({ reason: 'exception', exception: 2 })
    expect(asked.length).toBe(1)
  })

  it('says that nothing listens, or that nobody knows the name', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise<void>((resolve) => closed.close(() => resolve()))
    await expect(deviceAt('127.0.0.1', port, 1).read(0, 1)).rejects.toMatchObject({
      reason: 'refused',
    })
    await expect(deviceAt('nobody.invalid', port, 1).read(0, 1)).rejects.toMatchObject({
      reason: 'unreachable',
    })
  })
})
