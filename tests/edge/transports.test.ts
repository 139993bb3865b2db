import { afterEach, describe, expect, it } from 'vitest'
import { DeviceError } from '#edge/engine/device-error.ts'
import type { RegisterAccess } from '#edge/engine/device.ts'
import { openDevice } from '#edge/open-device.ts'
import { emulate, emulateSolarman, hasPymodbus, noPymodbus, stopEmulators, type Served } from './emulator.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
  stopEmulators()
})

const manners = { settleMs: 0, gapMs: 0, timeoutMs: 500, tries: 2 }
/** For those that answer, as late as a busy machine lets them. */
const patient = { timeoutMs: 10_000 }
const registersAt = (url: string, more = {}): RegisterAccess => {
  const device = openDevice(url, { profile: null, secret: null, manners: { ...manners, ...more } })
  open.push(device.close)
  if (device.registers === null) throw new Error('no registers')
  return device.registers
}
/** pymodbus says where it listens before it does. */
const listening = async (registers: RegisterAccess): Promise<RegisterAccess> => {
  for (;;)
    try {
      await registers.read(100, 1)
      return registers
    } catch (error) {
      if (!(error instanceof DeviceError) || !['refused', 'timeout'].includes(error.reason)) throw error
    }
}

const long = Array.from({ length: 125 }, (_, at) => (at * 517) & 0xffff)
const served: Served = { holding: { 100: [0xffff, 0, 0x1234], 300: long }, input: { 100: [7, 8, 9] } }

const readsAndWrites = async (registers: RegisterAccess): Promise<void> => {
  expect([...(await registers.read(100, 3))]).toEqual([0xffff, 0, 0x1234])
  expect([...(await registers.read(100, 3, 'input'))]).toEqual([7, 8, 9])
  expect([...(await registers.read(300, 125))]).toEqual(long)
  await expect(registers.read(200, 1)).rejects.toMatchObject({ reason: 'exception', exception: 2 })
  await registers.writeOne(101, 4_321)
  expect([...(await registers.read(101, 1))]).toEqual([4_321])
}

describe('registers that pymodbus serves', () => {
  it.skipIf(!hasPymodbus).each(['tcp', 'rtu-over-tcp', 'serial'] as const)(
    'are read and written: %s',
    async (line) => {
      const { at } = await emulate(served, 3, line)
      const url = {
        tcp: `modbus-tcp://127.0.0.1:${at}?unit=3`,
        'rtu-over-tcp': `rtu-over-tcp://127.0.0.1:${at}?unit=3`,
        serial: `modbus-rtu://${at}?baud=9600&unit=3`,
      }[line]
      const registers = await listening(registersAt(url, patient))
      await readsAndWrites(registers)
      await registers.writeMany(100, [1, 2, 3])
      expect([...(await registers.read(100, 3))]).toEqual([1, 2, 3])
    },
  )

  it('of another unit on the same serial line are silent, and cost the others little', async ({ skip }) => {
    skip(!hasPymodbus, noPymodbus)
    const { at } = await emulate(served, 3, 'serial')
    const registers = await listening(registersAt(`modbus-rtu://${at}?unit=3`, patient))
    const nobody = registersAt(`modbus-rtu://${at}?unit=4`)
    await expect(nobody.read(100, 1)).rejects.toMatchObject({ reason: 'timeout' })
    expect([...(await registers.read(102, 1))]).toEqual([0x1234])
  })
})

const serial = 1_712_345_678
describe('registers behind a logger of Solarman', () => {
  it.each([[[]], [['heartbeat', 'late', 'twice', 'pieces']]])('are read and written: %j', async (odd) => {
    const { at } = await emulateSolarman(served, { serial, unit: 1, odd })
    const registers = registersAt(`solarman://127.0.0.1:${at}?serial=${serial}`, patient)
    await readsAndWrites(registers)
    expect([...(await registers.read(100, 1))]).toEqual([0xffff])
  })

  it.each([
    [
      ['other-serial'],
      serial,
      'garbled',
      /has a logger of serial 1712345679, and the address says 1712345678/,
    ],
    [['mute'], serial, 'garbled', /a logger that answers, and an inverter behind it that does not/],
    [[], 99, 'timeout', /does not answer in time/],
  ])('that are none are told: %j', async (odd, asked, reason, sentence) => {
    const { at } = await emulateSolarman(served, { serial, unit: 1, odd })
    const registers = registersAt(`solarman://127.0.0.1:${at}?serial=${asked}`)
    await expect(registers.read(100, 1)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(sentence) as string,
    })
  })
})

describe('a serial port', () => {
  it('that is none is told', async () => {
    await expect(registersAt('modbus-rtu:///dev/ttyNONE').read(0, 1)).rejects.toMatchObject({
      message: expect.stringMatching(/no serial port \/dev\/ttyNONE/) as string,
    })
  })
})
