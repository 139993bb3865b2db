import { afterEach, describe, expect, it } from 'vitest'
import { listedDevice } from '#edge/engine/huawei/device-list.ts'
import { openDevice } from '#edge/open-device.ts'
import { hasPython, noPython, otherSide, type OtherSide } from './other-side.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
const words = (at: number, text: string, count: number): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      String(at + n),
      (text.charCodeAt(n * 2) || 0) * 256 + (text.charCodeAt(n * 2 + 1) || 0),
    ]),
  )
/** Register facts: ../shared/data, huawei-sun2000.csv. */
const inverter = (sn: string, watts: number, kwh: number) => ({
  ...words(30_000, 'SUN2000-100KTL-M1', 15),
  ...words(30_015, sn, 10),
  30_072: 10,
  32_080: Math.floor(watts / 65_536),
  32_081: watts % 65_536,
  32_089: 0x0200,
  32_106: Math.floor((kwh * 100) / 65_536),
  32_107: (kwh * 100) % 65_536,
})
const line = (model: string, sn: string, unit: string) =>
  hex(`1=${model};2=V500R001C00SPC142;3=P1.18-D10.0;4=${sn};5=${unit};6=1.0`)
const serve = async (what: object): Promise<OtherSide> => {
  const side = await otherSide('serve-logger.py', what)
  stops.push(side.stop)
  return side
}
const open = (port: number, profile: string | null) => {
  const manners = { settleMs: 0, gapMs: 0, timeoutMs: 400, tries: 1 }
  const device = openDevice(`modbus-tcp://127.0.0.1:${port}?unit=0`, { profile, secret: null, manners })
  stops.push(device.close)
  return device
}
const three = {
  objects: {
    0x87: '03',
    0x88: line('SUN2000-100KTL-M1', 'ES2150012345', '11'),
    0x89: line('LUNA2000-15-S0', 'BT2150000001', '12'),
    0x8a: line('SUN2000-100KTL-M1', 'ES2150012346', '13'),
    0x8b: line('SUN2000-60KTL-M0', 'ES2150012347', '14'),
  },
  units: { 11: inverter('ES2150012345', 81_230, 123_456), 13: inverter('ES2150012346', 79_001, 98_765) },
}

/** Unproven on a device: encoded by Python from descriptions of the protocol. */
describe('a logger of Huawei', () => {
  it('names its inverters, each of which is read by its unit; one that sleeps costs itself alone', async ({
    skip,
  }) => {
    skip(!hasPython, noPython)
    // Of long lines one answer has room for one: the list goes on.
    const side = await serve({ ...three, room: 90 })
    const device = open(side.port, null)
    const report = await device.read()
    expect(report).toMatchObject({
      profile: 'huawei-logger',
      brand: 'Huawei',
      readings: [
        { sn: 'ES2150012345', t: 'inverter', st: 'grid', m: { p: 81_230, e_tot: 123_456_000 } },
        { sn: 'ES2150012346', t: 'inverter', st: 'grid', m: { p: 79_001, e_tot: 98_765_000 } },
      ],
    })
    // An order would go to the logger's own unit, and so to the whole plant.
    expect(report.readings.map(({ controls }) => controls)).toEqual([null, null])
    expect(report.notes).toEqual([expect.stringContaining('SUN2000-60KTL-M0 at unit 14: ')])
    // The list is kept: the next reading asks for registers alone.
    const asked = side.said.length
    await device.read()
    expect(side.said.slice(asked).filter((request) => (request as number[])[1] === 0x2b)).toEqual([])
  })

  it('without a list, or without an inverter in it, is told in a sentence', async ({ skip }) => {
    skip(!hasPython, noPython)
    const none = await serve({ objects: {}, units: {} })
    await expect(open(none.port, 'huawei-logger').read()).rejects.toThrow(/has no list of devices/)
    await expect(open(none.port, null).read()).rejects.toThrow(/of no family that is known here/)
    const empty = await serve({ objects: { 0x87: '00' }, units: {} })
    await expect(open(empty.port, 'huawei-logger').read()).rejects.toThrow(/no inverter in its list/)
    const asleep = await serve({ ...three, units: {} })
    await expect(open(asleep.port, 'huawei-logger').read()).rejects.toThrow(/does not answer in time/)
  })

  it.each([
    ['1=SUN2000-12KTL-M2;4=HV2150;5=1', { model: 'SUN2000-12KTL-M2', sn: 'HV2150', unit: 1 }],
    ['1=SUN2000-12KTL-M2;5=0;9=', { model: 'SUN2000-12KTL-M2', sn: null, unit: 0 }],
    ['1=SUN2000-12KTL-M2;4=HV2150', null],
    ['1=SUN2000-12KTL-M2;5=999', null],
    ['1=SmartLogger3000;4=1021;5=0', null],
    ['', null],
  ])('reads %j of a list', (text, device) => {
    expect(listedDevice(text)).toEqual(device)
  })
})
