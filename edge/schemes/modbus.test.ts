import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openDevice } from '../open-device.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A gateway in which one unit has 103 with 1,234 W, and every other is not reached; it notes who was asked. */
const gateway = async (unit: number) => {
  const body = Array.from({ length: 50 }, () => 0x8000)
  body[12] = 1234
  body[13] = 0
  const words = [0x5375, 0x6e53, 103, 50, ...body, 0xffff, 0]
  const asked = new Set<number>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request: Buffer) => {
      const [at, count] = [request.readUInt16BE(8) - 40_000, request.readUInt16BE(10)]
      asked.add(request[6] ?? 0)
      const pdu =
        request[6] !== unit
          ? Buffer.from([0x83, 11])
          : at < 0 || at + count > words.length
            ? Buffer.from([0x83, 2])
            : Buffer.from([
                3,
                count * 2,
                ...words.slice(at, at + count).flatMap((word) => [word >> 8, word & 0xff]),
              ])
      const head = Buffer.from(request.subarray(0, 7))
      head.writeUInt16BE(pdu.length + 1, 4)
      socket.write(Buffer.concat([head, pdu]))
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `modbus-tcp://127.0.0.1:${port}`, asked }
}
const wishes = { profile: null, secret: null, manners: { settleMs: 0, gapMs: 0, tries: 1 } }

describe('an address without a unit', () => {
  it('is of the first unit that there is', async () => {
    const { url, asked } = await gateway(71)
    const device = openDevice(url, wishes)
    expect((await device.read()).readings).toMatchObject([{ m: { p: 1234 } }])
    asked.clear()
    await device.read()
    expect([...asked]).toEqual([71])
    device.close()
  })

  it('with one is of no other', async () => {
    const { url, asked } = await gateway(71)
    const device = openDevice(`${url}?unit=1`, wishes)
    await expect(device.read()).rejects.toMatchObject({ exception: 11 })
    expect([...asked]).toEqual([1])
    device.close()
  })
})
